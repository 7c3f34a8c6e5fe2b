/** Labels at the right end of a chart's lines, moved apart so that none covers another. */
import { placeOn } from './axis.ts';
import { isWithin, namedSeries, type LineChart } from './lineChart.ts';

export interface EndLabel {
  /** Place in the list of series. */
  readonly series: number;
  /** Where its line ends, as shares of the plot from the left and from the top. */
  readonly x: number;
  readonly y: number;
  /** Middle of the label, in pixels from the top of the plot. */
  readonly at: number;
}

/** Pixels from one label to the next. */
const PITCH = 16;

/**
 * One label per series, from top to bottom, each as near to the end of its line as the others allow: the sum of the
 * squared distances is the least. Points without a line end nowhere: theirs stand at the edge, in the order of the
 * chart. null where the plot, `height` pixels high, has no room for all: then a legend is needed.
 */
export function endLabels(chart: LineChart, height: number): readonly EndLabel[] | null {
  const { x, y, series } = chart;
  const named = namedSeries(chart);
  if (named.length * PITCH > height) return null;
  const ends = named.flatMap(({ at, series: { points, loose } }, i) => {
    if (loose) return points.length > 0 ? [{ series: at, x: 1, y: (i * PITCH) / height }] : [];
    // Of a line that leaves the plot, the last point inside.
    const end = points.findLast((point) => isWithin(chart, point)) ?? points.at(-1);
    return end ? [{ series: at, x: within(placeOn(x, end.x)), y: within(1 - placeOn(y, end.y)) }] : [];
  });
  // Of lines that end together the one that runs higher comes first.
  const level = series.map(({ points }) => points.reduce((sum, point) => sum + point.y, 0) / points.length);
  ends.sort((a, b) => a.y - b.y || level[b.series] - level[a.series] || a.series - b.series);
  const free = ends.map((end, i) => end.y * height - i * PITCH);
  const room = height - (ends.length - 1) * PITCH;
  return ascending(free).map((place, i) => ({ ...ends[i], at: Math.min(room, Math.max(0, place)) + i * PITCH }));
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The ascending numbers next to these in the sense of least squares: neighbours out of order take their mean. */
function ascending(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      block = { sum: block.sum + last.sum, count: block.count + last.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
}
