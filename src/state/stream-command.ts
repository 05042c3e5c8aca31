/** What the user can ask for without naming a scene item: by a Stream Control key or by a link. */
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
