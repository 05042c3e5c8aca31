import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import ts from "typescript";

const contentTypes: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
};

/** Folders by URL prefix; the longest match is used. */
export type Mounts = Readonly<Record<string, string>>;

/**
 * Responds to a GET for a file of a known type inside one of the folders, or for a TypeScript module by its name
 * without an extension; to all others with 404.
 */
export async function serveFile(
	request: IncomingMessage,
	response: ServerResponse,
	mounts: Mounts,
): Promise<void> {
	const path = pathOf(request.url);
	const mount = Object.keys(mounts)
		.filter((prefix) => path?.startsWith(prefix))
		.sort((a, b) => b.length - a.length)[0];
	const folder = mount === undefined ? undefined : mounts[mount];
	if (request.method !== "GET" || path === undefined || mount === undefined || folder === undefined)
		return notFound(response);
	const file = normalize(join(folder, path.slice(mount.length) || "index.html"));
	const isModule = extname(file) === "";
	const contentType = contentTypes[isModule ? ".js" : extname(file)];
	if (!file.startsWith(folder + sep) || !contentType) return notFound(response);
	try {
		const content = isModule ? await compiled(`${file}.ts`) : await readFile(file);
		response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(content);
	} catch {
		notFound(response);
	}
}

const compiledModules = new Map<string, { readonly mtimeMs: number; readonly content: string }>();

/** Returns a TypeScript module as JavaScript. Modules import each other without an extension, and are served so. */
async function compiled(file: string): Promise<string> {
	const { mtimeMs } = await stat(file);
	const cached = compiledModules.get(file);
	if (cached?.mtimeMs === mtimeMs) return cached.content;
	const content = compile(await readFile(file, "utf8"));
	compiledModules.set(file, { mtimeMs, content });
	return content;
}

function compile(source: string): string {
	const { outputText } = ts.transpileModule(source, {
		compilerOptions: {
			module: ts.ModuleKind.ES2022,
			target: ts.ScriptTarget.ES2022,
			verbatimModuleSyntax: true,
			inlineSourceMap: true,
			inlineSources: true,
		},
	});
	return outputText;
}

function pathOf(url = "/"): string | undefined {
	try {
		return decodeURIComponent(new URL(url, "http://playground").pathname);
	} catch {
		return undefined;
	}
}

function notFound(response: ServerResponse): void {
	response.writeHead(404, { "content-type": "text/plain" }).end("Not here");
}
