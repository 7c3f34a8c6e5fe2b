/** Densities of genuine and impostor scores, one chart per method. */
import { shapeText } from '../../methods/latent/latentShape.ts';
import { condition, labels, repeatOfPairs, selection } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import { type CellQuery, FigureRefusal, type FigureSource, cellsOfRepeat, type RepeatQuery } from '../figureSource.ts';
import { COLOURS, type Appearance } from '../../methods/appearance.ts';
import { sum } from '../../stats/describe.ts';
import { equalErrors, type ScoreCounts } from '../../study/model/scoreCounts.ts';
import { plural } from '../../text/phrases.ts';
import { axisOf, roundScale } from '../charts/axis.ts';
import { TICKS, type LineChart, type LineSeries } from '../charts/lineChart.ts';
import { GUIDE } from '../palette.ts';

// Charts of both densities, with the threshold of equal error rates.

/** Points per line within the axis. */
const BINS = 40;
/** Share of the pairs of a kind that may lie beyond either end of the axis: a few far pairs would stretch it. */
const TAIL = 0.005;

const appearance = (colour: number, dash: readonly number[]): Appearance => {
  return { ...COLOURS[colour], marker: 'circle', fill: 'full', dash };
};

/** Scores of a method at one of its shapes, with a name for both. */
export interface NamedScores {
  readonly name: string;
  readonly counts: ScoreCounts;
}

/**
 * One chart per method. Distances are divided by their threshold, which lets methods share their axes; other scores
 * have separate scales. `where`: the condition, repeat and dataset.
 */
export function densityCharts(methods: readonly NamedScores[], where: string): LineChart[] {
  const densities = methods.map(densitiesOf);
  const shared = densities.length > 1 && densities.every(({ distances }) => distances) ? axesOf(densities, true) : null;
  return densities.map((one) => {
    const { name, counts, distances, rate, at } = one;
    const { x, y } = shared ?? axesOf([one], distances);
    const end = (height: number) => ({ x: at, y: height, marked: false, name: 'threshold', reading: percent(rate) });
    const kinds = `${plural(sum(counts.genuine), 'genuine pair')}, ${plural(sum(counts.impostors), 'impostor pair')}`;
    const cut = (shared ? densities : [one]).some(({ cut }) => cut);
    const pairs = cut ? `${kinds}, at most ${percent(TAIL)} of a kind beyond an end of the axis` : kinds;
    return {
      description: `Scores of genuine and of impostor pairs under ${name}, ${where}`,
      ...(shared && { title: `${name}, EER ${percent(rate)}` }),
      x,
      y,
      spread: 'none',
      series: [
        ...one.series,
        { label: 'Threshold', note: '', appearance: GUIDE, points: [end(0), end(y.to)], marks: [], guide: true },
      ],
      legendNotes: shared
        ? [where, pairs, 'Dashed: threshold of equal error rates (EER)']
        : [`${name}, ${where}`, pairs, `Dashed: threshold of equal error rates, ${percent(rate)}`],
    };
  });
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

function densitiesOf({ name, counts }: NamedScores) {
  const { low, high, genuine, impostors } = counts;
  const { threshold, rate } = equalErrors(counts);
  // Scores from distances are negative; they are shown as multiples of the threshold.
  const distances = high <= 0 && threshold < 0;
  const placed = (score: number): number => (distances ? score / threshold : score);
  const width = (high - low) / genuine.length;
  const first = Math.min(...[genuine, impostors].map((bins) => binAt(bins, TAIL)));
  const last = Math.max(...[genuine, impostors].map((bins) => binAt(bins, 1 - TAIL)));
  const merged = Math.ceil((last + 1 - first) / BINS);
  const line = (label: string, bins: readonly number[], look: Appearance): LineSeries => {
    const all = sum(bins);
    const points = Array.from({ length: Math.ceil((last + 1 - first) / merged) }, (_, n) => {
      const from = first + n * merged;
      const share = sum(bins.slice(from, from + merged)) / all;
      const middle = placed(low + (from + merged / 2) * width);
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
  const at = placed(threshold);
  const ends = [placed(low + first * width), placed(low + (last + 1) * width), at];
  const cut = [genuine, impostors].some((bins) => sum(bins.slice(first, last + 1)) < sum(bins));
  return { name, counts, distances, rate, at, ends, cut, series };
}

/** The bin in which a share of the counts is reached. */
function binAt(bins: readonly number[], share: number): number {
  const wanted = share * sum(bins);
  let reached = 0;
  return bins.findIndex((count) => count > 0 && (reached += count) >= wanted);
}

function axesOf(densities: readonly ReturnType<typeof densitiesOf>[], distances: boolean) {
  const ends = densities.flatMap((one) => one.ends);
  const heights = densities.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ y }) => y)));
  const title = distances ? 'Distance (threshold = 1)' : 'Score';
  // Charts side by side have room for half the ticks.
  const across = densities.length > 1 ? Math.ceil(TICKS.x / 2) : TICKS.x;
  const up = densities.length > 1 ? Math.ceil(TICKS.y / 2) : TICKS.y;
  return {
    x: axisOf(roundScale(Math.min(...ends), Math.max(...ends), across), title, across),
    y: axisOf(roundScale(0, Math.max(...heights), up), 'Pairs of a kind (%)', up),
  };
}

/** Removes empty bins at both ends, except one each. */
function withoutEmptyEnds<T extends { readonly share: number }>(points: readonly T[]): readonly T[] {
  const held = points.flatMap(({ share }, n) => (share > 0 ? [n] : []));
  return points.slice(Math.max(0, held[0] - 1), held[held.length - 1] + 2);
}

export const scoreDensities = declareCharts({
  kind: 'score-densities',
  title: 'Score densities',
  help: 'Scores of genuine and of impostor pairs as densities, with the threshold of equal error rates.',
  icon: 'M1 15H23M2 13C6 13 6 2 9 2C12 2 12 13 15 13M9 13C12 13 12 4 15.5 4C19 4 18 13 22 13',
  group: 'verification',
  studies: 'one',
  fields: {
    condition,
    labels,
    selection,
    repeat: repeatOfPairs,
  },
  questions: (figure, source) => scoreQueries(figure, source).rows.map(({ question }) => question),
  read(figure, source) {
    const { where, rows } = scoreQueries(figure, source);
    const reasons: string[] = [];
    const methods = rows.flatMap(({ label, question }): NamedScores[] => {
      const counts = source.fitted(question);
      if (!('refused' in counts)) return [{ name: `${label} ${shapeText(question.cell.shape)}`.trim(), counts }];
      reasons.push(`${label}: ${counts.refused}`);
      return [];
    });
    if (methods.length === 0) throw new FigureRefusal(reasons.join(' '));
    return densityCharts(methods, where);
  },
});

function scoreQueries(figure: RepeatQuery, source: FigureSource) {
  const { where, cells } = cellsOfRepeat(figure, source);
  return {
    where,
    rows: cells.map(({ label, cell }) => ({
      label,
      question: { cell, name: 'scoreCounts', question: null } satisfies CellQuery<'scoreCounts'>,
    })),
  };
}
