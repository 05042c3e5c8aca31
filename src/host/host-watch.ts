import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { parentCheckIntervalMs } from "./timing";

/**
 * Calls back when the app is gone: its socket closed, or its process ended. The SDK does not detect this, and a plugin with
 * open connections would keep running as an orphan. Must be called before the SDK connects.
 * @param port Port that the app listens on, from the command line.
 */
export function watchHost(port: number, onHostExit: () => void): void {
	const channel = "net.client.socket";
	const onSocket = (message: unknown) => {
		const { socket } = message as { readonly socket: Socket };
		unsubscribe(channel, onSocket);
		socket.once("close", onHostExit);
	};
	if (Number.isInteger(port)) subscribe(channel, onSocket);
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent || !isRunning(parent)) onHostExit();
	}, parentCheckIntervalMs).unref();
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Only "no such process" means that it ended; a process of another user cannot be signalled.
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
