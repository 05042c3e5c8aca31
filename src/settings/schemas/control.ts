import { streamCommands } from "../../state/stream-command";
import { optionalChoice, parserOf } from "./fields";

export const parseControlSettings = parserOf({
	command: optionalChoice(streamCommands),
});

export type ControlSettings = ReturnType<typeof parseControlSettings>;
