/** Valid messages by their sender: the seeds of the mutations. */
const user = {
	id: 7,
	username: "nova_live",
	avatar: "https://cdn.example/nova.png",
	parameters: [],
	currency: "EUR",
	providers: [{ code: "twitch", id: "1", username: "nova" }],
};
const event = {
	id: 42,
	type: "donation",
	user,
	ref: "5f3c",
	inserted_at: "2026-11-20T19:59:00+0000",
	created_at: "2026-11-20T19:59:00+0000",
	parameters: { username: "Zoé", amount: "5.50", currency: "EUR", message: "hi", viewers: "3", resub: "1" },
	"parameters.amount": 5.5,
	formattedAmount: "€5.50",
	origin: "twitch",
};
const item = {
	id: 323,
	name: "Goal",
	type: "widget",
	top: "1.5",
	parameters: { token: "t", type: "goal" },
	remote_actions: [{ code: "trigger", name: "Trigger", description: "Shows it" }],
};
const scene = { id: 1, token: "scene", name: "Main", thumbnailUrl: "/x.png", items: [item, item] };

export const corpus = {
	answers: [
		{ ...user },
		{ message: "success", apiKey: "0123456789abcdef" },
		{ message: "success", event },
		{ code: 200, message: "success", datas: { port: "4242", host: "https://io.example/" } },
		{ user: { id: 1, username: "nova_live", mediaId: 3 }, scenes: [scene] },
		{ data: scene },
		{ message: "success", total_count: 3, events: [event, { ...event, id: 41, type: "follow" }] },
		{ message: "success", datas: { items: [event], total_count: "1" } },
		{
			message: "success",
			datas: {
				xAxis: ["Mon", "Tue"],
				series: {
					Followers: { details: [1, "2"], total: 3 },
					"Donations amount": { details: [0.1], total: "9.5" },
				},
			},
		},
		{
			message: "success",
			datas: {
				subscribers: "3",
				followers: 182_207,
				donations: 12.5,
				details: { twitch: { followers: "9" } },
			},
		},
		{ message: "authentification error" },
	],
	messages: [
		{ appKey: "0123456789abcdef", event },
		{ apiKey: "other", event },
		event,
		{ event: null },
		{ appKey: "0123456789abcdef", event: { ...event, parameters: [] } },
	],
	frames: [
		'0{"sid":"x","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000}',
		`42${JSON.stringify(["new-event", { appKey: "k", event }])}`,
		`451-${JSON.stringify(["new-event", { _placeholder: true, num: 0 }])}`,
		'40{"sid":"x"}',
		'44{"message":"refused"}',
		"2probe",
		'96:0{"sid":"x","upgrades":[],"pingInterval":1,"pingTimeout":1}2:40',
		"bAAAA",
	],
	settings: [
		{
			baseUrl: "https://service.example",
			apiKey: "0123456789abcdef",
			hideNumbers: "true",
			sessionStartedAt: "2026-11-20T10:00:00Z",
		},
		{ sceneToken: "scene", itemId: "323", actionCode: "trigger", itemName: "Goal", guardMs: 250 },
		{
			metric: "donationAmount",
			scope: "today",
			goal: "500",
			goalStep: 50,
			label: "a · b",
			color: "#ffcc00",
			format: "compact",
		},
		{ types: ["follow", "donation"], onPress: "next", file: "/tmp/x.txt", fileText: "{name} {amount}" },
		{ type: "donation", username: "Zoé", amount: "5,50", currency: "EUR", message: "hi" },
		{ series: "donations", range: "week" },
		{ by: "total", scope: "month", currency: "EUR" },
	],
	inspector: [
		{ event: "getAccount" },
		{ event: "setAccount", baseUrl: "https://service.example", apiKey: "0123456789abcdef" },
		{ event: "getScenes", isRefresh: true },
		{ event: "getProviders" },
		{ event: "getPreview", settings: { metric: "followers" } },
		{ event: "reconnect" },
	],
	host: [
		{
			event: "didReceiveGlobalSettings",
			payload: { settings: { baseUrl: "https://service.example", apiKey: "0123" } },
		},
		{
			event: "willAppear",
			action: "com.example.streamevents.counter",
			context: "a-key",
			device: "a-device",
			payload: {
				settings: {},
				controller: "Keypad",
				isInMultiAction: false,
				coordinates: { column: 0, row: 0 },
			},
		},
		{
			event: "dialRotate",
			action: "com.example.streamevents.counter",
			context: "a-dial",
			device: "a-device",
			payload: {
				settings: {},
				controller: "Encoder",
				coordinates: { column: 0, row: 0 },
				ticks: 2,
				pressed: false,
			},
		},
		{
			event: "keyDown",
			action: "com.example.streamevents.remote-action",
			context: "a-key",
			device: "a-device",
			payload: { settings: {}, coordinates: { column: 0, row: 0 }, isInMultiAction: false },
		},
		{
			event: "sendToPlugin",
			action: "com.example.streamevents.counter",
			context: "a-key",
			payload: { event: "getScenes" },
		},
		{
			event: "propertyInspectorDidAppear",
			action: "com.example.streamevents.counter",
			context: "a-key",
			device: "a-device",
		},
		{
			event: "deviceDidConnect",
			device: "b",
			deviceInfo: { name: "b", type: 0, size: { columns: 5, rows: 3 } },
		},
		{ event: "systemDidWakeUp" },
	],
} as const;
