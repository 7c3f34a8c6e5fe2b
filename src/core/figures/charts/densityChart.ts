/** Scores of genuine and of impostor pairs as two densities, with the threshold at which both errors are equal. */
import { COLOURS, type Appearance } from '../../methods/appearance.ts';
import { sum } from '../../stats/describe.ts';
import type { ScoreCounts } from '../../study/model/scoreCounts.ts';
import { plural } from '../../text/words.ts';
import { axisOf, roundScale } from './axis.ts';
import { TICKS, type LineChart, type LineSeries } from './lineChart.ts';
import { GUIDE } from '../palette.ts';

/** Bins of the picture. */
const BINS = 64;

export interface EqualErrors {
  /** Scores above it are accepted. */
  readonly threshold: number;
  /** Mean of both error rates there, from 0 to 1. */
  readonly rate: number;
}

/** Where the rates of false acceptance and of false rejection differ least; in the middle of all such places. */
export function equalErrors({ low, high, genuine, impostors }: ScoreCounts): EqualErrors {
  const [own, others] = [sum(genuine), sum(impostors)];
  let [missed, accepted] = [0, others];
  let best = { gap: Infinity, first: 0, last: 0, rate: 0 };
  for (let edge = 0; edge <= genuine.length; edge++) {
    const [rejection, acceptance] = [missed / own, accepted / others];
    const gap = Math.abs(rejection - acceptance);
    if (gap < best.gap) best = { gap, first: edge, last: edge, rate: (rejection + acceptance) / 2 };
    else if (gap === best.gap && best.last === edge - 1) best.last = edge;
    missed += genuine[edge] ?? 0;
    accepted -= impostors[edge] ?? 0;
  }
  return { threshold: low + ((best.first + best.last) / 2 / genuine.length) * (high - low), rate: best.rate };
}

const appearance = (colour: number, dash: readonly number[]): Appearance => {
  return { ...COLOURS[colour], marker: 'circle', fill: 'full', dash };
};

/** `name`: the method with its shape; `where`: the condition, repeat and dataset. */
export function densityChart(counts: ScoreCounts, name: string, where: string): LineChart {
  const { low, high, genuine, impostors } = counts;
  const { threshold, rate } = equalErrors(counts);
  // Scores of distances are negative; they are shown as multiples of the threshold.
  const distances = high <= 0 && threshold < 0;
  const placed = (score: number): number => (distances ? score / threshold : score);
  const ends = [placed(low), placed(high)].sort((a, b) => a - b);
  const title = distances ? 'Distance (threshold = 1)' : 'Score';
  const x = axisOf(roundScale(ends[0], ends[1], TICKS.x), title, TICKS.x);
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const merged = genuine.length / BINS;
  const line = (label: string, bins: readonly number[], look: Appearance): LineSeries => {
    const all = sum(bins);
    const points = Array.from({ length: BINS }, (_, n) => {
      const share = sum(bins.slice(n * merged, (n + 1) * merged)) / all;
      const middle = placed(low + ((n + 0.5) / BINS) * (high - low));
      return { x: middle, y: 100 * share, marked: false, name: Number(middle.toPrecision(3)).toString(), share };
    });
    return {
      label,
      note: '',
      appearance: look,
      points: withoutEmptyEnds(distances ? points.toReversed() : points).map(({ share, ...point }) => ({
        ...point,
        reading: percent(share),
      })),
      marks: [],
    };
  };
  const series = [line('Genuine', genuine, appearance(2, [])), line('Impostors', impostors, appearance(3, [6, 3]))];
  const most = Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y)));
  const y = axisOf(roundScale(0, most, TICKS.y), 'Pairs of a kind (%)', TICKS.y);
  const at = placed(threshold);
  const end = (height: number) => ({ x: at, y: height, marked: false, name: 'threshold', reading: percent(rate) });
  return {
    description: `Scores of genuine and of impostor pairs under ${name}, ${where}`,
    x,
    y,
    spread: 'none',
    series: [
      ...series,
      { label: 'Threshold', note: '', appearance: GUIDE, points: [end(0), end(y.to)], marks: [], guide: true },
    ],
    legendNotes: [
      `${name}, ${where}`,
      `${plural(sum(genuine), 'genuine pair')}, ${plural(sum(impostors), 'impostor pair')}`,
      `Dashed: threshold of equal error rates, ${percent(rate)}`,
    ],
  };
}

/** Without bins of no pairs at both ends, but for one each. */
function withoutEmptyEnds<T extends { readonly share: number }>(points: readonly T[]): readonly T[] {
  const held = points.flatMap(({ share }, n) => (share > 0 ? [n] : []));
  return points.slice(Math.max(0, held[0] - 1), held[held.length - 1] + 2);
}
