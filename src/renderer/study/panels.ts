import { viewTitles } from '../../core/report/prose/panelTitles.ts';

/** What there is to see of a study, in the order of the tabs; their values are in addresses. */
export const panels = [
  { value: 'table', title: viewTitles.table },
  { value: 'overview', title: viewTitles.overview },
  { value: 'curves', title: viewTitles.curves },
  { value: 'pair', title: viewTitles.pair },
  { value: 'ranks', title: viewTitles.ranks },
  { value: 'inspect', title: viewTitles.inspect },
  { value: 'splits', title: viewTitles.splits },
] as const;

export type PanelName = (typeof panels)[number]['value'];

/** The one that opens by itself. */
export const FIRST: PanelName = 'table';

/** Panels that compare methods: there must be two. */
const NEEDS_TWO: readonly PanelName[] = ['overview', 'pair', 'ranks'];

/** Entries, methods times conditions, from which on they are more than a table shows at a glance. */
const OVERVIEW_FROM = 8;

/** The panels that say something of a table of this size; before its first result that is the table alone. */
export function panelsOf(methods: number, conditions: number, started: boolean): readonly (typeof panels)[number][] {
  if (!started) return panels.filter(({ value }) => value === FIRST);
  const wide = methods * conditions >= OVERVIEW_FROM;
  return panels
    .filter(({ value }) => methods > 1 || !NEEDS_TWO.includes(value))
    .filter(({ value }) => wide || value !== 'overview');
}
