// Loaded into the plugin's process first: makes operations on its log files fail, as a disk would.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { sep } from "node:path";

const ordersPath = process.env.TROUBLED_DISK;
const logDescriptors = new Set();

/** @returns {{ code: string, operations: readonly string[] } | undefined} */
function trouble() {
	const orders = original.readFileSync(ordersPath, "utf8");
	return orders === "" ? undefined : JSON.parse(orders);
}

function failOnFault(operation) {
	const fault = trouble();
	if (!fault?.operations.includes(operation)) return;
	throw Object.assign(new Error(`${fault.code}: simulated fault, ${operation}`), { code: fault.code });
}

const isLog = (path) => typeof path === "string" && path.split(sep).includes("logs");
const original = { ...fs };

for (const operation of ["mkdirSync", "readdirSync", "renameSync", "rmSync"]) {
	fs[operation] = (path, ...rest) => {
		if (isLog(path)) failOnFault(operation);
		return original[operation](path, ...rest);
	};
}
fs.openSync = (path, ...rest) => {
	if (isLog(path)) failOnFault("openSync");
	const descriptor = original.openSync(path, ...rest);
	if (isLog(path)) logDescriptors.add(descriptor);
	return descriptor;
};
fs.closeSync = (descriptor) => {
	logDescriptors.delete(descriptor);
	original.closeSync(descriptor);
};
fs.writeSync = (descriptor, ...rest) => {
	if (logDescriptors.has(descriptor)) failOnFault("writeSync");
	return original.writeSync(descriptor, ...rest);
};
syncBuiltinESMExports();
