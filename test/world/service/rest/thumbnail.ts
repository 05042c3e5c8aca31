import { crc32, deflateSync } from "node:zlib";

const width = 160;
const height = 90;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A small PNG for a scene: a gradient whose color depends on the scene's id. */
export function drawThumbnail(sceneId: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits per channel, RGB.
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Array.from({ length: height }, (_, row) => {
		const shade = 1 - row / height;
		const pixel = [0, 1, 2].map(
			(channel) => 40 + Math.round(shade * ((sceneId * (37 + 20 * channel)) % 120)),
		);
		// Each row begins with the number of its filter: 0, none.
		return Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()]);
	});
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(Buffer.concat(rows))),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const framed = Buffer.alloc(content.length + 8);
	framed.writeUInt32BE(data.length, 0);
	content.copy(framed, 4);
	framed.writeUInt32BE(crc32(content), content.length + 4);
	return framed;
}
