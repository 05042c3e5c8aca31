import type { Words } from "../words";

export const fr: Words = {
	locale: "fr",

	metrics: {
		followers: { full: "Followers", short: "Followers" },
		subscriptions: { full: "Abonnements", short: "Abos" },
		donations: { full: "Dons", short: "Dons" },
		donationAmount: { full: "Montant des dons", short: "Montant" },
		hostings: { full: "Hosts", short: "Hosts" },
		viewers: { full: "Spectateurs", short: "Viewers" },
	},
	scopes: {
		lifetime: "au total",
		session: "cette session",
		today: "aujourd’hui",
		week: "cette semaine",
		month: "ce mois-ci",
		year: "cette année",
	},
	eventTypes: {
		follow: { full: "Follow", short: "Follow" },
		subscription: { full: "Abonnement", short: "Abo" },
		donation: { full: "Don", short: "Don" },
		hosting: { full: "Host", short: "Host" },
	},
	latestEvent: { full: "Dernier événement", short: "Dernier" },
	topSupporter: {
		donation: { full: "Plus gros don", short: "Top don" },
		total: { full: "Meilleur donateur", short: "Donateur" },
	},
	ranges: {
		day: { full: "Jour", short: "Jour" },
		week: { full: "Semaine", short: "Sem." },
		month: { full: "Mois", short: "Mois" },
		year: { full: "Année", short: "An" },
	},

	notSetUp: ["À configurer", "Voir réglages"],
	troubles: {
		refused: ["Clé refusée", "Vérifier la clé"],
		unreachable: ["Hors ligne", "Nouvel essai…"],
		"not-this-service": ["URL invalide", "À vérifier"],
		insecure: ["Non sécurisé", "Passer en https"],
		certificate: ["Certif. invalide", "Voir réglages"],
		"service-error": ["En panne", "Nouvel essai…"],
	},
	connecting: "Connexion…",
	offline: "Hors ligne",
	updating: "Mise à jour…",
	nobodyYet: ["Personne", "pour l’instant"],
	noChart: "Sans données",
	missing: { scene: "Scène absente", item: "Hors scène", action: "Action absente" },
	failures: {
		offline: "Hors ligne",
		missing: "Introuvable",
		refused: "Clé refusée",
		"not-set-up": "À configurer",
		"too-late": "Trop tard",
		rejected: "Non envoyé",
	},

	inPeriod: (name, period) => `${name} ${period}`,
	place: (rank) => `N°\u00a0${rank}`,
	labelled: (label, text) => `${label}\u00a0: ${text}`,

	minutesAgo: (count) => `il y a ${count} min`,
	hoursAgo: (count) => `il y a ${count} h`,
	daysAgo: (count) => `il y a ${count} j`,
	justNow: "à l’instant",

	away: (delta) => [`${delta} en absence`],
	toThank: (count) => `${count} à remercier`,
	viewers: (count, amount) =>
		amount < 2 ? [`${count} spectateur`, `${count} spect.`] : [`${count} spectateurs`, `${count} spect.`],
	renewals: (count) => `Réabo ×${count}`,
	anonymous: "Anonyme",
	test: "Test",
	sendTest: "Envoyer un test",
	holdToSend: "Appui long",
	resetting: "Maintenez…",
	pressUndoes: "Annuler\u00a0?",
	goalReached: "Atteint\u00a0!",
	connected: "Connecté",
	scenesOffline: "Scènes offline",
	numbersHidden: "Nombres cachés",
	lastEvent: (age) => [`Reçu ${age}`, `Reçu\u00a0: ${age.replace("il y a ", "")}`],
};
