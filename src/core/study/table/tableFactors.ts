/** What varies over the entries of a table; each runs down its rows or across its columns. */
export const tableFactors = ['method', 'dataset', 'training', 'perturbation', 'measure'] as const;

export type TableFactor = (typeof tableFactors)[number];
