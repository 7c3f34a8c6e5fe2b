/** The panels of a study's results, in the order of their tabs. */
export const panelTitles = {
  curves: 'Curves',
  pair: 'Compare two methods',
  ranks: 'Ranks',
  inside: 'Look inside',
  splits: 'Splits',
} as const;

export type PanelName = keyof typeof panelTitles;
