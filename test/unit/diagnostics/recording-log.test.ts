import { expect, it } from "vitest";

import { RecordingLog } from "../../../src/diagnostics/recording-log";

it("stores warnings and errors, counts repeated ones, and passes everything on", () => {
	const written: string[] = [];
	let nowMs = Date.parse("2026-03-18T20:00:00Z");
	const log = new RecordingLog(
		{
			info: (message) => written.push(`info ${message}`),
			warn: (message) => written.push(`warn ${message}`),
			error: (message) => written.push(`error ${message}`),
		},
		() => nowMs,
	);
	log.info("live");
	for (let time = 0; time < 3; time++) {
		log.warn("no answer");
		nowMs += 1_000;
	}
	log.error("broken");
	expect(log.lines.map(({ text }) => text)).toEqual([
		"warning: no answer (3 times, until 20:00:02Z)",
		"error: broken",
	]);
	expect(written).toEqual([
		"info live",
		"warn no answer",
		"warn no answer",
		"warn no answer",
		"error broken",
	]);
});
