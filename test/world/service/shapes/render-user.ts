import type { StreamerAccount } from "../data/account";
import { formatTimestamp } from "../data/local-time";
import { renderObject, type Json } from "./render-values";
import type { Shapes } from "./shapes";

/** Renders the user of an event. Source: docs/service.md, Shapes. */
export function renderOwner(account: StreamerAccount, shapes: Shapes): Json {
	const time = (atMs: number): string | number => formatTimestamp(atMs, account.timeZone, shapes.timestamps);
	const isField = shapes.user === "field";
	return {
		...(isField ? { id: account.id, parameters: renderObject({}, shapes) } : {}),
		avatar: isField ? { id: "903211", url: "/media/avatars/903211.png" } : "903211",
		country: account.country,
		username: account.username,
		providers: account.providers.map(({ connectedAtMs, code, id, username }) => ({
			connectedAt: time(connectedAtMs),
			code,
			id,
			username,
			...(isField ? { accessToken: `token-of-${code}`, refreshToken: `refresh-of-${code}` } : {}),
		})),
		created_at: time(account.createdAtMs),
		session_at: time(account.sessionAtMs),
	};
}

/** Renders the profile. Source: docs/service.md, Requests. */
export function renderProfile(account: StreamerAccount, shapes: Shapes): Json {
	const { code, symbol, label } = account.currency;
	const paidAt = formatTimestamp(account.createdAtMs, account.timeZone, shapes.timestamps);
	return {
		...renderOwner(account, shapes),
		hasPayment: shapes.user === "field" ? paidAt : true,
		currency: { code, symbol, label, available: true },
	};
}
