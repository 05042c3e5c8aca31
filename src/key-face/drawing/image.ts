import { drawChart } from "./chart";
import { drawCommand } from "./command";
import { drawConnection } from "./connection";
import { drawNotice } from "./notice";
import { drawNumber } from "./number";
import { drawPerson } from "./person";
import { type Face, faceFacts, faceTitle } from "../face";
import { svgDocument } from "./svg";

/** Renders the face as SVG, 144 × 144, with a title and a description of its content. */
export function renderFace(face: Face): string {
	return svgDocument({ title: faceTitle(face), description: faceFacts(face) }, draw(face));
}

/** Returns a picture in the format for `setImage`: a percent-encoded data URI. */
export function toDataUrl(svg: string): string {
	return `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`;
}

function draw(face: Face): string {
	switch (face.kind) {
		case "number":
			return drawNumber(face);
		case "notice":
			return drawNotice(face);
		case "command":
			return drawCommand(face);
		case "person":
			return drawPerson(face);
		case "chart":
			return drawChart(face);
		case "connection":
			return drawConnection(face);
	}
}
