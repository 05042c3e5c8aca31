/**
 * Changes the plugin's identity everywhere. The Marketplace identity cannot be changed later.
 *
 * Usage: tsx scripts/rename.ts com.your-company.stream-events
 */
import { projectFolder } from "./paths";
import { renamePlugin } from "./rename-plugin";
import { runTool } from "./run-tool";

const [uuid, ...others] = process.argv.slice(2);
try {
	if (uuid === undefined || others.length > 0)
		throw new Error("Tell one identity: npm run rename -- com.your-company.stream-events");
	const { from, changed } = renamePlugin(projectFolder, uuid);
	if (changed === 0) console.log(`The plugin is ${uuid} already.`);
	else {
		runTool("tsx", "tsx", ["scripts/plugin-folder/profiles.ts"]);
		// A name of another length changes line breaks elsewhere.
		runTool("prettier", "prettier", ["--write", "--log-level", "warn", "."]);
		console.log(
			`${from} is ${uuid} now, in ${changed} files. Next: npm test, and npm run link if you had linked it.`,
		);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
