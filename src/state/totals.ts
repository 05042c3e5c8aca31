/** The service's lifetime figures. A missing field is unknown, not zero. Source: docs/service.md, Shapes. */
export type Totals = {
	readonly followers?: number | undefined;
	readonly subscribers?: number | undefined;
	/** In the service's own unit, which is not documented; displayed unchanged. */
	readonly donations?: number | undefined;
	readonly byProvider: Readonly<Record<string, ProviderTotals>>;
};

export type ProviderTotals = {
	readonly followers?: number | undefined;
	readonly subscribers?: number | undefined;
};
