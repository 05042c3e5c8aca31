/** Commands that need no scene item: for a Stream Control key or a deep link. */
export const streamCommands = [
	"newSession",
	"hideNumbers",
	"showNumbers",
	"toggleNumbers",
	"thankNext",
	"thankAll",
	"refresh",
] as const;

export type StreamCommand = (typeof streamCommands)[number];
