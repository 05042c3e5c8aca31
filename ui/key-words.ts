import type { FaceStrings } from "../src/key-face/strings";

export type KeyWords = ReturnType<typeof keyWordsOf>;

/** Returns the words of the page that keys display as well. */
export function keyWordsOf({
	commands,
	connected,
	connecting,
	dialHints,
	eventTypes,
	metrics,
	ranges,
	streamControl,
	troubles,
}: FaceStrings) {
	return {
		controlPage: streamControl,
		linkLive: connected,
		linkConnecting: connecting,
		linkRefused: troubles.refused[0],
		linkUnreachable: troubles.unreachable[0],
		linkNotThisService: troubles["not-this-service"][0],
		linkInsecure: troubles.insecure[0],
		linkCertificate: troubles.certificate[0],
		linkServiceError: troubles["service-error"][0],
		commandNewSession: commands.newSession,
		commandHideNumbers: commands.hideNumbers,
		commandShowNumbers: commands.showNumbers,
		commandToggleNumbers: commands.toggleNumbers,
		commandThankNext: commands.thankNext,
		commandThankAll: commands.thankAll,
		commandRefresh: commands.refresh,
		followers: metrics.followers.full,
		subscriptions: metrics.subscriptions.full,
		donations: metrics.donations.full,
		donationAmount: metrics.donationAmount.full,
		hostings: metrics.hostings.full,
		follow: eventTypes.follow.full,
		subscription: eventTypes.subscription.full,
		donation: eventTypes.donation.full,
		hosting: eventTypes.hosting.full,
		rangeDay: ranges.day.full,
		rangeWeek: ranges.week.full,
		rangeMonth: ranges.month.full,
		rangeYear: ranges.year.full,
		pressNextPeriod: dialHints.nextPeriod,
		resetSession: dialHints.newSession,
		pressClear: dialHints.clearAll,
	};
}
