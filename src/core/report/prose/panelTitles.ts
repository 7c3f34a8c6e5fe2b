/** Words that a study's page and its report have in common: each is written here once. */

/** What there is to see of a study: the tabs of its page, and the sections of its report. */
export const viewTitles = {
  table: 'Table',
  overview: 'Overview',
  curves: 'Curves',
  pair: 'Compare',
  ranks: 'Ranks',
  inspect: 'Mistakes',
  splits: 'Splits',
} as const;

export const pairTitles = {
  interval: '95 % interval of the difference',
  correctedInterval: 'Nadeau and Bengio',
  cohensD: 'Cohen’s d',
  ofTheDifferences: 'of the differences,',
  practicallyEqual: 'Practically equal',
  /** `unit` with its separator, or empty. */
  practicallyEqualWithin: (margin: string) => `Practically equal within ±${margin}`,
} as const;

export const provenanceTitles = {
  whereItComesFrom: 'Where it comes from',
  protocol: 'Protocol',
  program: 'Program',
  eigenbench: (version: string) => `Eigenbench ${version}`,
  kernels: 'Kernels',
  dataset: 'Dataset',
  seed: 'Seed',
  method: 'Method',
  settings: 'Settings',
} as const;
