import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const parentCheckIntervalMs = 5_000;

/**
 * Notices that the app is gone: its socket closed, or it no longer runs. The SDK does not, and a plugin that holds
 * connections of its own would live on as an orphan.
 *
 * To be called before the SDK connects.
 * @param port Where the app listens, from the command line.
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
		// Only "no such process" means gone; another user's process may not be signalled.
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
