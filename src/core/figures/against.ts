/** What the horizontal axis of a convergence chart counts. */
export const AGAINST = ['iteration', 'seconds'] as const;

export type Against = (typeof AGAINST)[number];
