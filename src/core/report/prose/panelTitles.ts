/** Wording shared by the page of a study and its report. */

/** Titles of the sections of a study's report; the page has one of them as a tab. */
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
  interval: '95% interval of the difference',
  correctedInterval: 'Nadeau and Bengio',
  cohensD: 'Cohen’s d',
  ofTheDifferences: 'of the differences,',
  practicallyEqual: 'Practically equal',
  /** `margin`: a number with its unit, or only the unit after a separator; may be empty. */
  practicallyEqualWithin: (margin: string) => `Practically equal within ±${margin}`,
} as const;

export const provenanceTitles = {
  provenance: 'Provenance',
  protocol: 'Protocol',
  program: 'Program',
  eigenbench: (version: string) => `Eigenbench ${version}`,
  kernels: 'Kernels',
  dataset: 'Dataset',
  seed: 'Seed',
  method: 'Method',
  settings: 'Settings',
} as const;
