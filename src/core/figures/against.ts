/** What the horizontal axis of a convergence chart counts. */
export const CONVERGENCE_AXES = ['iteration', 'seconds'] as const;

export type ConvergenceAxis = (typeof CONVERGENCE_AXES)[number];
