// Loaded into the plugin's process first: simulates a slow network to a host with
// several addresses.
import dns from "node:dns";
import { isIP } from "node:net";

const { delayMs, host, addresses, swallowing = [] } = JSON.parse(process.env.SLOW_LINE);
const { TCP } = process.binding("tcp_wrap");

const original = { lookup: dns.lookup };
dns.lookup = (hostname, options, callback) => {
	if (hostname !== host) return original.lookup(hostname, options, callback);
	const found = addresses.map((address) => ({ address, family: isIP(address) }));
	if (options.all) process.nextTick(callback, null, found);
	else process.nextTick(callback, null, found[0].address, found[0].family);
};

// Delays the response to a connection's first packet, unless the attempt was cancelled in the meantime.
for (const name of ["connect", "connect6"]) {
	const connect = TCP.prototype[name];
	TCP.prototype[name] = function (request, address, ...rest) {
		if (swallowing.includes(address)) return 0;
		const { oncomplete } = request;
		request.oncomplete = late;
		return connect.call(this, request, address, ...rest);

		function late(...results) {
			setTimeout(() => {
				if (request.oncomplete === late) oncomplete.apply(request, results);
			}, delayMs);
		}
	};
}
