import { describe, expect, it } from "vitest";

import { Loading } from "../../../src/actions/loading";

describe("something that is still being loaded", () => {
	it("serves those who waited for it in their order, and everybody else at once", () => {
		const loading = new Loading<string>();
		const heard: string[] = [];
		loading.use((value) => heard.push(`first ${value}`));
		loading.use((value) => heard.push(`second ${value}`));
		expect(heard).toEqual([]);
		loading.complete("thing");
		loading.use((value) => heard.push(`third ${value}`));
		expect(heard).toEqual(["first thing", "second thing", "third thing"]);
	});
});
