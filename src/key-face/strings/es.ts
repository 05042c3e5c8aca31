import type { FaceStrings } from "../strings";

export const es: FaceStrings = {
	locale: "es",

	metrics: {
		followers: { full: "Seguidores", short: "Seguid." },
		subscriptions: { full: "Suscripciones", short: "Subs" },
		donations: { full: "Donaciones", short: "Donac." },
		donationAmount: { full: "Importe donado", short: "Donado" },
		hostings: { full: "Hosts", short: "Hosts" },
		viewers: { full: "Espectadores", short: "Espect." },
	},
	scopes: {
		lifetime: "en total",
		session: "esta sesión",
		today: "hoy",
		week: "esta semana",
		month: "este mes",
		year: "este año",
	},
	eventTypes: {
		follow: { full: "Seguidor", short: "Seguidor" },
		subscription: { full: "Suscripción", short: "Sub" },
		donation: { full: "Donación", short: "Donación" },
		hosting: { full: "Host", short: "Host" },
	},
	latestEvent: { full: "Último evento", short: "Último" },
	topSupporter: {
		donation: { full: "Mayor donación", short: "Donación" },
		total: { full: "Mayor donante", short: "Donante" },
	},
	ranges: {
		day: { full: "Día", short: "Día" },
		week: { full: "Semana", short: "Sem." },
		month: { full: "Mes", short: "Mes" },
		year: { full: "Año", short: "Año" },
	},

	notSetUp: ["Configurar", "Abrir ajustes"],
	chooseItem: "Elige elemento",
	troubles: {
		refused: ["Clave inválida", "Ver ajustes"],
		unreachable: ["Sin conexión", "Reintentando…"],
		"not-this-service": ["URL incorrecta", "Ver ajustes"],
		insecure: ["No es seguro", "Usa https"],
		certificate: ["Certif. inválido", "Ver ajustes"],
		"service-error": ["Servicio caído", "Reintentando…"],
	},
	connecting: "Conectando…",
	offline: "Sin conexión",
	updating: "Cargando…",
	nobodyYet: ["Nadie aún", "Esperando…"],
	noChart: "Sin datos",
	missing: { scene: "Falta escena", item: "Fuera de escena", action: "Falta acción" },
	failures: {
		offline: "Sin conexión",
		missing: "No encontrado",
		refused: "Clave inválida",
		"not-set-up": "Sin configurar",
		"too-late": "Demasiado tarde",
		rejected: "No enviado",
	},

	inPeriod: (name, period) => `${name} ${period}`,
	place: (rank) => `N.º\u00a0${rank}`,
	labelled: (label, text) => `${label}: ${text}`,

	minutesAgo: (count) => `hace ${count} min`,
	hoursAgo: (count) => `hace ${count} h`,
	daysAgo: (count) => (count === 1 ? "hace 1 día" : `hace ${count} días`),
	justNow: "ahora mismo",

	away: (delta) => [`${delta} sin ver`],
	toThank: (count) => `Agradecer: ${count}`,
	viewers: (count, amount) =>
		amount === 1
			? [`${count} espectador`, `${count} espect.`]
			: [`${count} espectadores`, `${count} espect.`],
	renewals: (count) => `Resub ×${count}`,
	anonymous: "Anónimo",
	test: "Prueba",
	sendTest: "Enviar prueba",
	holdToSend: "Mantén: enviar",
	resetting: "No sueltes",
	pressUndoes: "¿Deshacer?",
	goalReached: "¡Logrado!",
	connected: "Conectado",
	scenesOffline: "Escenas offline",
	numbersHidden: "Cifras ocultas",
	lastEvent: (age) => [`Último: ${age}`, `Últ.: ${age}`],
	described: { live: "en directo", stale: "desactualizado", ready: "listo", hidden: "oculto" },
};
