import { createHash } from "node:crypto";

/** Selects a random sample of mutants, the same for the same seed: `npm run mutants -- state --sample 200`. */
class MutantSample {
	async init() {}

	/** One group, because the sample is drawn from all mutants. */
	async group(mutants) {
		return [mutants.map(({ id }) => id)];
	}

	async check(mutants) {
		const drawn = new Set([...mutants].sort(byLot).slice(0, Number(process.env["MUTANT_SAMPLE"])));
		return Object.fromEntries(
			mutants.map((mutant) => [
				mutant.id,
				drawn.has(mutant) ? { status: "passed" } : { status: "compileError", reason: "not drawn" },
			]),
		);
	}
}

function byLot(a, b) {
	return lotOf(a) < lotOf(b) ? -1 : 1;
}

function lotOf({ fileName, location, replacement }) {
	const place = fileName.replaceAll("\\", "/").split("/src/").at(-1);
	const mutant = JSON.stringify([process.env["MUTANT_SEED"], place, location, replacement]);
	return createHash("sha256").update(mutant).digest("hex");
}

export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: MutantSample }];
