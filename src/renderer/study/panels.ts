/** The panels of a study's results, in the order of their tabs. */
export const panels = [
  { value: 'overview', title: 'Overview' },
  { value: 'curves', title: 'Curves' },
  { value: 'pair', title: 'Compare two methods' },
  { value: 'ranks', title: 'Ranks' },
  { value: 'inspect', title: 'Inspect a model' },
  { value: 'splits', title: 'Splits' },
] as const;

export type PanelName = (typeof panels)[number]['value'];

/** Panels that compare methods: there must be two. */
const NEEDS_TWO: readonly PanelName[] = ['pair', 'ranks'];

/** Entries, methods times conditions, from which on they are more than a table shows at a glance. */
const OVERVIEW_FROM = 8;

/** The panels that say something of a table of this size; the first is the one that opens by itself. */
export function panelsOf(methods: number, conditions: number): readonly (typeof panels)[number][] {
  const wide = methods > 1 && methods * conditions >= OVERVIEW_FROM;
  return panels.filter(({ value }) => (value === 'overview' ? wide : methods > 1 || !NEEDS_TWO.includes(value)));
}
