/**
 * Data of a critical difference diagram: average ranks on an axis, with bars over the methods that Nemenyi's test does
 * not separate (Demšar, 2006).
 */
import type { Appearance } from '../methods/appearance.ts';
import type { RankReport } from '../study/comparison/ranks.ts';
import { tickText, type Axis } from './charts/axis.ts';
import { plural } from '../text/phrases.ts';

export interface RankedMethod {
  readonly label: string;
  /** "PCA  1.50" */
  readonly text: string;
  /** Average rank; 1 if no condition has all methods. */
  readonly rank: number;
  /** Undefined for methods that are not registered. */
  readonly appearance: Appearance | undefined;
  /** The better half of the methods is labelled on the left. */
  readonly side: 'left' | 'right';
  /** Row of the name, from 0 at the top. */
  readonly row: number;
}

export interface RankDiagram {
  readonly description: string;
  /** From rank 1 on the left to the number of methods. */
  readonly axis: Axis;
  /** Best first. */
  readonly methods: readonly RankedMethod[];
  /** Ranks of the first and last method of every group that the test does not separate. */
  readonly groups: readonly { readonly from: number; readonly to: number }[];
  /** Critical difference as a length from rank 1; `cut` if it is longer than the axis. */
  readonly difference: { readonly text: string; readonly to: number; readonly cut: boolean } | null;
  readonly note: string;
}

/** With more ranks than this, only every second or fewer have a tick. */
const MOST_TICKS = 15;

/** `appearances` are by label. */
export function rankDiagram(report: RankReport, appearances: ReadonlyMap<string, Appearance>): RankDiagram {
  const { methods, nemenyi, alpha, blocks, per } = report;
  const count = methods.length;
  const half = Math.ceil(count / 2);
  const step = Math.ceil(count / MOST_TICKS);
  const ranks = Array.from({ length: count }, (_, i) => i + 1).filter((rank) => (rank - 1) % step === 0);
  const text = (m: number): string => methods[m].averageRank?.toFixed(2) ?? '–';
  const rank = (m: number): number => methods[m].averageRank ?? 1;
  const over = `Average rank over ${plural(blocks.length, per)}, 1 is best`;
  return {
    description: `Average ranks: ${methods.map(({ label }, m) => `${label} ${text(m)}`).join(', ')}`,
    axis: {
      kind: 'linear',
      from: 1,
      to: count,
      title: 'Average rank',
      ticks: ranks.map((value) => ({ value, text: tickText(value) })),
    },
    methods: methods.map(({ label }, m) => ({
      label,
      text: `${label}  ${text(m)}`,
      rank: rank(m),
      appearance: appearances.get(label),
      side: m < half ? 'left' : 'right',
      row: m < half ? m : count - 1 - m,
    })),
    groups: (nemenyi?.groups ?? []).map(([first, last]) => ({ from: rank(first), to: rank(last) })),
    difference: nemenyi && {
      text: `Critical difference ${nemenyi.criticalDifference.toFixed(2)}`,
      to: Math.min(1 + nemenyi.criticalDifference, count),
      cut: 1 + nemenyi.criticalDifference > count,
    },
    note: nemenyi ? `${over}; bars: undecided at α = ${alpha} (Nemenyi)` : over,
  };
}
