import type { StreamerAccount } from "../data/account";
import type { Chart } from "../data/chart";
import type { OmittableField } from "../faults";
import { omitFromEvent, renderEvent } from "./render-event";
import { renderOwner } from "./render-user";
import { decimal, renderObject, scalar, type Json } from "./render-values";
import type { StoredItem, StoredScene } from "../data/scenes";
import type { Shapes } from "./shapes";
import type { StoredEvent, StoredTotals } from "../data/store";

const success = "success";

/** One page of the list. Source: docs/service.md, Requests. */
export function renderList(
	page: {
		readonly events: readonly StoredEvent[];
		readonly total: number | undefined;
		readonly omitted?: readonly OmittableField[];
	},
	account: StreamerAccount,
	shapes: Shapes,
): Json {
	const owner = renderOwner(account, shapes);
	const events = page.events.map((event) =>
		omitFromEvent(renderEvent(event, "list", account, shapes, owner), page.omitted ?? []),
	);
	const count = page.total === undefined ? {} : { total_count: scalar(page.total, shapes) };
	if (shapes.list === "events") return { message: success, ...count, events };
	if (shapes.list === "datas.events") return { message: success, datas: { events, ...count } };
	return { message: success, datas: { items: events, ...count } };
}

/** Source: docs/service.md, Requests. */
export function renderTotals(totals: StoredTotals, shapes: Shapes): Json {
	const cheers = shapes.totals === "with-cheers" ? { cheers: scalar(0, shapes) } : {};
	const details = Object.entries(totals.byProvider).map(
		([code, { subscribers, followers }]): [string, Json] => [
			code,
			{
				subscribers: scalar(subscribers, shapes),
				// Documented as a number or a numeric string, so one of each.
				followers: code === "youtube" ? String(followers) : scalar(followers, shapes),
				...cheers,
			},
		],
	);
	return {
		message: success,
		datas: {
			subscribers: scalar(totals.subscribers, shapes),
			followers: scalar(totals.followers, shapes),
			donations: decimal(totals.donations, shapes),
			...cheers,
			details: renderObject(Object.fromEntries(details), shapes),
		},
	};
}

/** Source: docs/service.md, Requests. */
export function renderChart(chart: Chart, shapes: Shapes): Json {
	const counted = (counts: readonly number[]): Json => ({
		details: counts.map((count) => scalar(count, shapes)),
		total: scalar(
			counts.reduce((sum, count) => sum + count, 0),
			shapes,
		),
	});
	const minorUnits = chart.amounts.reduce((sum, amount) => sum + amount.minorUnits, 0);
	return {
		message: success,
		datas: {
			xAxis: chart.labels,
			series: {
				Followers: counted(chart.followers),
				Subscriptions: counted(chart.subscriptions),
				Donations: counted(chart.donations),
				"Donations amount": {
					details: chart.amounts.map((amount) => decimal(amount, shapes)),
					total: decimal({ minorUnits, currency: chart.currency }, shapes),
				},
			},
		},
	};
}

/** Source: docs/service.md, Requests. */
export function renderScenes(scenes: readonly StoredScene[], account: StreamerAccount, shapes: Shapes): Json {
	const { id, username } = account;
	return wrap({ user: { id, username, mediaId: 903_211 }, scenes: scenes.map(renderSummary) }, shapes);
}

/** Source: docs/service.md, Requests. */
export function renderScene(scene: StoredScene, shapes: Shapes): Json {
	return wrap(
		{ ...renderSummary(scene), items: scene.items.map((item) => renderItem(item, shapes)) },
		shapes,
	);
}

/** Source: docs/service.md, Requests. */
export function renderDiscovery(address: URL, shapes: Shapes): Json {
	const { hostname, port } = address;
	const host = {
		documented: `http://${hostname}`,
		"trailing-slash": `http://${hostname}/`,
		"no-scheme": hostname,
		"number-port": `http://${hostname}`,
		"ws-scheme": `ws://${hostname}`,
	}[shapes.discovery];
	return {
		code: 200,
		message: success,
		datas: { port: shapes.discovery === "number-port" ? Number(port) : port, host },
	};
}

function renderSummary({ id, token, name, thumbnailUrl }: StoredScene): Json {
	return { id, token, name, thumbnailUrl };
}

function renderItem({ remoteActions, isRemoved: _, ...item }: StoredItem, shapes: Shapes): Json {
	const { top, left, width, height } = item;
	const place = Object.entries({ top, left, width, height }).map(([name, value]) => [
		name,
		value === undefined ? undefined : scalar(value, shapes),
	]);
	return {
		...item,
		...(Object.fromEntries(place) as Json),
		...(remoteActions === undefined ? {} : { remote_actions: remoteActions }),
	};
}

function wrap(content: Json, shapes: Shapes): Json {
	return shapes.scenes === "bare" ? content : { [shapes.scenes]: content };
}
