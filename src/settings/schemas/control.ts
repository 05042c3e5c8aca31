import { z } from "zod/mini";

import { streamCommands } from "../../state/stream-command";
import { orUndefined, parserOf } from "./fields";

const controlSettingsShape = z.looseObject({
	command: orUndefined(z.enum(streamCommands)),
});

export type ControlSettings = z.infer<typeof controlSettingsShape>;

export const parseControlSettings = parserOf(controlSettingsShape);
