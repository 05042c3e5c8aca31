export const supporterMeasures = ["donation", "total"] as const;
/** What supporters are ranked by: their largest single donation, or the sum of their donations. */
export type SupporterMeasure = (typeof supporterMeasures)[number];
