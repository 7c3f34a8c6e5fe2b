/** What the bands around characteristics show. */
import type { Interval } from '../../stats/interval.ts';

export const BANDS = [
  {
    id: 'deviation',
    title: '± s',
    note: 'Bands: ± one standard deviation over the repeats, at each',
  },
  {
    id: 'interval',
    title: '95 %, repeats',
    note: 'Bands: 95 % interval of the mean over the repeats (t, corrected for shared images), at each',
  },
  {
    id: 'subjects',
    title: '95 %, subjects',
    note: 'Bands: middle 95 % of 999 draws of subjects and of their scores (Poh et al., 2007), at each',
  },
  { id: 'none', title: 'Off', note: '' },
] as const;

export type Band = (typeof BANDS)[number]['id'];

/** What a point of a mean curve says of its spread; shares from 0 to 1. */
interface SpreadPoint {
  readonly y: number;
  readonly std?: number | null;
  readonly interval?: Interval | null;
}

/** The ends of the band at a point, shares within 0 and 1; null: none there. */
export function bandAt({ y, std, interval }: SpreadPoint, band: Band): readonly [number, number] | null {
  if (band === 'none') return null;
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  if (band !== 'deviation') return interval ? [within(interval.low), within(interval.high)] : null;
  return typeof std === 'number' ? [within(y - std), within(y + std)] : null;
}

/** What the chart says of its bands; `at`: "rank", "rate". */
export function bandNote(band: Band, at: string): string {
  return `${BANDS.find(({ id }) => id === band)!.note} ${at}`;
}
