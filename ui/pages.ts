import type { Page } from "./page";
import { chartPage } from "./pages/chart";
import { connectionPage } from "./pages/connection";
import { controlPage } from "./pages/control";
import { counterPage } from "./pages/counter";
import { latestEventPage } from "./pages/latest-event";
import { remoteActionPage } from "./pages/remote-action";
import { sendEventPage } from "./pages/send-event";
import { topSupporterPage } from "./pages/top-supporter";

const pages: Readonly<Record<string, Page>> = {
	"remote-action": remoteActionPage,
	counter: counterPage,
	"latest-event": latestEventPage,
	"top-supporter": topSupporterPage,
	"send-event": sendEventPage,
	chart: chartPage,
	connection: connectionPage,
	control: controlPage,
};

/** Returns the page of an action by the last part of its UUID; undefined for an unknown action. */
export function pageOf(action: string): Page | undefined {
	return pages[action.split(".").at(-1) ?? ""];
}
