/** Handles presses of an element by pointer, Enter or Space. */
export type PressHandlers = { readonly down: () => void; readonly up: () => void };

export function addPressHandlers(target: HTMLElement, { down, up }: PressHandlers): void {
	let isDown = false;
	const press = () => {
		if (isDown) return;
		isDown = true;
		target.classList.add("pressed");
		down();
	};
	const release = () => {
		if (!isDown) return;
		isDown = false;
		target.classList.remove("pressed");
		up();
	};
	target.addEventListener("pointerdown", (event) => {
		if (event.button !== 0) return;
		target.setPointerCapture(event.pointerId);
		press();
	});
	for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"] as const)
		target.addEventListener(name, release);
	target.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" && event.key !== " ") return;
		event.preventDefault();
		if (!event.repeat) press();
	});
	target.addEventListener("keyup", (event) => {
		if (event.key === "Enter" || event.key === " ") release();
	});
}
