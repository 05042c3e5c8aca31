import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tls from "node:tls";

import { describe, expect, it, onTestFinished } from "vitest";

import { drawnWords } from "../../unit/key-face/drawn";
import { waitUntil } from "../../world/deck/wait-until";
import { createAuthority } from "../../world/tls/certificates";
import { startTlsProxy } from "../../world/tls/tls-proxy";
import { boundItem, setUpRig } from "../rig";

/** Whether this runtime can trust the system's root certificates. */
const canTrustSystem = "setDefaultCACertificates" in tls;
const company = createAuthority("Company");

async function setUp(certificate: ReturnType<typeof company.issue>) {
	const folder = await mkdtemp(join(tmpdir(), "roots-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const roots = join(folder, "roots.pem");
	await writeFile(roots, company.cert);
	const rig = await setUpRig({ deck: { env: { SSL_CERT_FILE: roots, SSL_CERT_DIR: folder } } });
	const front = await startTlsProxy(rig.service.url, certificate);
	onTestFinished(() => front.close());
	const { apiKey } = rig.service;
	rig.deck.setGlobalSettings({ baseUrl: front.url, apiKey, sceneSocketUrl: front.url });
	const keys = { followers: rig.counter(), remote: rig.remote(boundItem(rig.service)) };
	await rig.deck.launch();
	return { ...rig, ...keys };
}

const saysCertificate = ({ svg = "" }: { svg?: string }) => drawnWords(svg).includes("Bad certificate");

describe("a service whose certificate only this computer trusts", () => {
	it(canTrustSystem ? "is reached, sockets and all" : "is told from one that does not answer", async () => {
		const { deck, followers, remote, service } = await setUp(company.issue(["localhost"]));
		if (canTrustSystem) {
			await deck.face(followers, ({ state }) => state === "live");
			await deck.face(remote, ({ state }) => state === "ready");
			await deck.press(remote);
			await deck.ok(remote);
			await waitUntil(() => service.commands.length === 1);
		} else {
			await deck.face(followers, saysCertificate);
			await deck.face(remote, ({ state }) => state === "not trusted");
			const page = deck.openInspector(followers);
			page.send({ event: "setAccount", apiKey: service.apiKey });
			await waitUntil(() => JSON.stringify(page.messages).includes('"outcome":"certificate"'));
			expect(service.requests).toEqual([]);
		}
	});
});

const past = { fromMs: Date.now() - 10 * 86_400_000, toMs: Date.now() - 5 * 86_400_000 };

it.each([
	["is not trusted", createAuthority("Stranger").issue(["localhost"])],
	["is for another host", company.issue(["elsewhere.example"])],
	["has expired", company.issue(["localhost"], past)],
])("a certificate that %s is reported as the problem, and the key is not sent", async (_, certificate) => {
	const { deck, followers, service } = await setUp(certificate);
	await deck.face(followers, saysCertificate);
	expect(service.requests).toEqual([]);
	expect(service.joins).toEqual([]);
});
