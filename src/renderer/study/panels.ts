/** The panels of a study's results, in the order of their tabs. */
export const panels = [
  { value: 'curves', title: 'Curves' },
  { value: 'pair', title: 'Compare two methods' },
  { value: 'ranks', title: 'Ranks' },
  { value: 'inspect', title: 'Inspect a model' },
  { value: 'splits', title: 'Splits' },
] as const;

export type PanelName = (typeof panels)[number]['value'];

/** Panels that compare methods: there must be two. */
export const NEEDS_TWO: readonly PanelName[] = ['pair', 'ranks'];
