/** Labels of a chart's lines: at their ends inside the plot, or right of it, spread apart to avoid overlaps. */
import { placesOn } from './axis.ts';
import { bandEnds, hasBar, isWithin, namedSeries, type LineChart, type LineSeries } from './lineChart.ts';
import { textWidth } from '../painters/textWidth.ts';

/** Label position in pixels from the upper left corner of the plot. */
export interface EndLabel {
  /** Index of the series. */
  readonly series: number;
  /** Left end of a label inside the plot; null if the label is right of the plot. */
  readonly inside: number | null;
  /** Vertical middle of the label. */
  readonly at: number;
  /** Height at which the line reaches the right edge of the plot; null if it ends before, or is not a line. */
  readonly end: number | null;
}

/** Distance between labels, and half the height of one, in pixels. */
const PITCH = 16;
const HALF = 7;
const FONT = 12;
/** Distance from a label to the value after it. */
export const BEFORE_NOTE = 8;
/** Distance from the end of a line to its label inside the plot. */
const GAP = 9;
/** Distance of a label from the edges of the plot. */
const EDGE = 2;
/** Half the size of a marker with its margin; of a large marker. */
const MARKER = 5;
const LARGE = 7;
/** Vertical shifts of a label from the end of its line, in order of preference. */
const SHIFTS = [0, -6, 6, -12, 12, -18, 18];

export interface PlotExtent {
  readonly width: number;
  readonly height: number;
}

export interface LabelledPlot extends PlotExtent {
  /** Whether the note of a series, its best value, follows its label. */
  readonly values: boolean;
}

/** Width of the label of a series, with its note if that follows. */
export function labelWidth({ label, note }: Pick<LineSeries, 'label' | 'note'>, values: boolean, font = FONT): number {
  return textWidth(label, font) + (note && values ? BEFORE_NOTE + textWidth(note, font) : 0);
}

/**
 * Places one label per series, from top to bottom; null if the plot has no room for all of them and needs a legend. A
 * line that ends early, or a single point, is labelled next to its end, and one that leaves the plot next to its large
 * mark, if the label covers no line, marker or other label. All other labels are right of the plot, as near to the
 * height of their line's end as the others allow: the sum of squared distances is minimal. Labels of point series come
 * first, in the order of the chart.
 */
export function endLabels(chart: LineChart, plot: LabelledPlot): readonly EndLabel[] | null {
  const { height } = plot;
  const named = namedSeries(chart);
  if (named.length * PITCH > height) return null;
  const taken = obstacles(chart, plot);
  const beside: EndLabel[] = [];
  const right: Outside[] = [];
  named.forEach(({ at: place, series }, i) => {
    const [end] = lastInSight(chart, series);
    if (!end) return;
    const [x, y] = placed(chart, plot)(end);
    const mark = markOfLeaving(chart, series);
    const single = series.points.length === 1;
    const box =
      (mark && freePlace(series, placed(chart, plot)(mark), true, taken, plot)) ??
      (series.loose ? null : freePlace(series, [x, y], single, taken, plot));
    if (box) {
      taken.boxes.push(box);
      beside.push({ series: place, inside: box.left, at: (box.top + box.bottom) / 2, end: null });
      return;
    }
    const ends = !series.loose && series.points.length > 1 && !fitsBefore(series, x, plot);
    right.push({ series: place, wanted: series.loose ? i * PITCH : y, end: ends ? y : null });
  });
  return [...beside, ...apart(chart, right, height)].sort((a, b) => a.at - b.at);
}

interface Outside {
  readonly series: number;
  /** Preferred height. */
  readonly wanted: number;
  readonly end: number | null;
}

/** If lines end at the same height, the one that runs higher comes first. */
function apart({ series }: LineChart, labels: readonly Outside[], height: number): EndLabel[] {
  const level = series.map(({ points }) => points.reduce((sum, point) => sum + point.y, 0) / points.length);
  const sorted = labels.toSorted(
    (a, b) => a.wanted - b.wanted || level[b.series] - level[a.series] || a.series - b.series,
  );
  const room = height - (sorted.length - 1) * PITCH;
  return ascending(sorted.map(({ wanted }, i) => wanted - i * PITCH)).map((place, i) => ({
    series: sorted[i].series,
    inside: null,
    at: Math.min(room, Math.max(0, place)) + i * PITCH,
    end: sorted[i].end,
  }));
}

type Pixel = readonly [x: number, y: number];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Obstacles {
  readonly boxes: Box[];
  readonly lines: readonly (readonly [Pixel, Pixel])[];
}

function placed({ x, y }: LineChart, { width, height }: PlotExtent) {
  const [across, up] = [placesOn(x), placesOn(y)];
  return (point: { readonly x: number; readonly y: number }): Pixel => [
    within(across(point.x)) * width,
    within(1 - up(point.y)) * height,
  ];
}

/** The last point inside the plot, also for a line that leaves it; else the last point. */
function lastInSight(chart: LineChart, { points }: LineSeries): LineSeries['points'] {
  const end = points.findLast((point) => isWithin(chart, point)) ?? points.at(-1);
  return end ? [end] : [];
}

/** The large mark inside the plot of a line that leaves it before its end; null if it has none, or does not leave. */
function markOfLeaving(chart: LineChart, { points, marks }: LineSeries) {
  const last = points.at(-1);
  if (!last || isWithin(chart, last)) return null;
  return marks.find((mark) => mark.kind === 'large' && isWithin(chart, mark)) ?? null;
}

/** Obstacles that labels must not cover: lines, bars and markers. */
function obstacles(chart: LineChart, plot: PlotExtent): Obstacles {
  const pixel = placed(chart, plot);
  const square = (point: { readonly x: number; readonly y: number }, half: number): Box[] => {
    if (!isWithin(chart, point)) return [];
    const [x, y] = pixel(point);
    return [{ left: x - half, right: x + half, top: y - half, bottom: y + half }];
  };
  const lines = chart.series.flatMap(({ points, loose }) => {
    const steps = loose ? [] : points.slice(1).map((point, i) => [pixel(points[i]), pixel(point)] as const);
    const bars = points.flatMap((point) => {
      const ends = hasBar(chart, point) ? bandEnds(point)! : null;
      return ends ? [[pixel({ x: point.x, y: ends[0] }), pixel({ x: point.x, y: ends[1] })] as const] : [];
    });
    return [...steps, ...bars];
  });
  const boxes = chart.series.flatMap(({ points, marks }) => [
    ...points.filter(({ marked }) => marked).flatMap((point) => square(point, MARKER)),
    ...marks.flatMap((mark) => square(mark, LARGE)),
  ]);
  return { boxes, lines };
}

function fitsBefore(series: LineSeries, x: number, { width, values }: LabelledPlot): boolean {
  return x + GAP + labelWidth(series, values) <= width - EDGE;
}

/** A free position for a label next to a point, on all sides of it or only after it; null if there is none. */
function freePlace(
  series: LineSeries,
  [x, y]: Pixel,
  allSides: boolean,
  { boxes, lines }: Obstacles,
  plot: LabelledPlot,
): Box | null {
  const long = labelWidth(series, plot.values);
  const starts = allSides ? [x + GAP, x - GAP - long] : [x + GAP];
  const aside = starts.flatMap((left) => SHIFTS.map((shift) => boxAt(left, y + shift, long)));
  const above = [y - PITCH, y + PITCH].map((at) => boxAt(x - long / 2, at, long));
  const candidates = allSides ? [...aside, ...above] : aside;
  const free = (box: Box): boolean =>
    box.left >= EDGE &&
    box.right <= plot.width - EDGE &&
    box.top >= EDGE &&
    box.bottom <= plot.height - EDGE &&
    !boxes.some((other) => overlap(box, other)) &&
    !lines.some(([from, to]) => crosses(from, to, box));
  return candidates.find(free) ?? null;
}

function boxAt(left: number, middle: number, long: number): Box {
  return { left, right: left + long, top: middle - HALF, bottom: middle + HALF };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a line segment intersects a box (Liang and Barsky, 1984). */
function crosses([x0, y0]: Pixel, [x1, y1]: Pixel, { left, right, top, bottom }: Box): boolean {
  const sides = [
    [x0 - x1, x0 - left],
    [x1 - x0, right - x0],
    [y0 - y1, y0 - top],
    [y1 - y0, bottom - y0],
  ];
  let [enters, leaves] = [0, 1];
  for (const [towards, room] of sides) {
    if (towards === 0 && room < 0) return false;
    if (towards < 0) enters = Math.max(enters, room / towards);
    if (towards > 0) leaves = Math.min(leaves, room / towards);
  }
  return enters <= leaves;
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The nearest ascending sequence in the least-squares sense: neighbours out of order take their mean. */
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
