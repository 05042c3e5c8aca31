/** Returns a 53-bit digest of a text, in at most eleven characters. Source: cyrb53, public domain. */
export function digestOf(text: string): string {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		a = Math.imul(a ^ code, 2_654_435_761);
		b = Math.imul(b ^ code, 1_597_334_677);
	}
	a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
	b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
	return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}
