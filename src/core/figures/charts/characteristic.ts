/** Characteristic curves of the methods of a condition, over ranks or thresholds. */
import type { Appearance } from '../../methods/appearance.ts';
import type { LatentShape } from '../../methods/method.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { Interval } from '../../stats/interval.ts';
import { normalQuantile } from '../../stats/distributions/normal.ts';
import { GUIDE } from '../palette.ts';
import { axisOf, roundScale, type Axis, type Scale } from './axis.ts';
import type { CurveId } from '../../measures/curves.ts';
import {
  bandAt,
  bandNote,
  type Band,
  bandEnds,
  TICKS,
  type LineChart,
  type LinePoint,
  type LineSeries,
} from './lineChart.ts';

export type CharacteristicId = CurveId | 'det';

/** The stored curve of a characteristic: a DET curve is a ROC curve on other axes. */
export function countedCurve(id: CharacteristicId): CurveId {
  return id === 'det' ? 'roc' : id;
}

/** Mean curve of a method over its repeats. */
export interface Characteristic {
  readonly label: string;
  readonly appearance: Appearance;
  /** Shape in the table; for the validated selection the shape chosen most often. */
  readonly shape: LatentShape | null;
  readonly points: readonly {
    /** Rank, false acceptance rate, or weight of false acceptance. */
    readonly x: number;
    /** Share from 0 to 1: identified within that rank, accepted, or half total error rate. */
    readonly y: number;
    /** Sample standard deviation over the repeats; null or absent with fewer than two. */
    readonly std?: number | null;
    /** Interval of the mean, if the band shows one. */
    readonly interval?: Interval | null;
  }[];
  /** Why a requested band is missing: "too few subjects". */
  readonly lack?: string;
  /** Remark on the band. */
  readonly remark?: string;
}

/** Higher ranks tell little and are left out. */
const MOST_RANKS = 50;

/** Approximate number of markers along a curve. */
const MARKERS = 10;

/** `at`: unit of the horizontal axis in the note on the band. */
const AXES: Readonly<Record<CharacteristicId, { title: string; x: string; y: string; at: string }>> = {
  cmc: { title: 'Cumulative match', x: 'Rank', y: 'Identification rate (%)', at: 'rank' },
  roc: { title: 'Verification', x: 'False acceptance rate (%)', y: 'Genuine pairs accepted (%)', at: 'rate' },
  det: {
    title: 'Detection error trade-off',
    x: 'False acceptance rate (%)',
    y: 'Genuine pairs missed (%)',
    at: 'rate',
  },
  epc: {
    title: 'Expected performance',
    x: 'Weight α of false acceptance in the choice of the threshold',
    y: 'Half total error rate (%)',
    at: 'weight',
  },
  dir: {
    title: 'Detection and identification',
    x: 'Unknown images accepted (%)',
    y: 'Watched subjects identified (%)',
    at: 'rate',
  },
  'two-class-roc': {
    title: 'Two classes',
    x: 'False acceptance rate (%)',
    y: 'Images of the second class accepted (%)',
    at: 'rate',
  },
};

/** Narrow legends leave out the shapes themselves. */
const AT_SHAPES = 'Each method at its chosen latent shape';

/** `subject`: condition and dataset, for the legend; `band`: the kind of band that the curves were computed with. */
export function characteristicChart(
  id: CharacteristicId,
  characteristics: readonly Characteristic[],
  subject: string,
  band: Band = 'deviation',
): LineChart {
  const curves = id === 'cmc' || id === 'epc' ? characteristics : resolved(characteristics);
  if (id === 'det') return detChart(curves, subject, band);
  const { title, x, y, at } = AXES[id];
  const series = curves.map((curve): LineSeries => ({
    label: curve.label,
    note: curve.shape ? shapeText(curve.shape) : '',
    appearance: curve.appearance,
    points: pointsOf(id, curve, band),
    marks: [],
  }));
  const { spread, notes } = bands(curves, series, band, at);
  const all = series.flatMap(({ points }) => points);
  const [down, up] = id === 'epc' ? [0, Math.max(0, ...all.map(highest))] : [Math.min(100, ...all.map(lowest)), 100];
  const chart: LineChart = {
    description: `${title}, ${subject}`,
    x: axisOf(
      scaleAcross(
        id,
        all.map((point) => point.x),
      ),
      x,
      TICKS.x,
    ),
    y: axisOf(roundScale(down, up, TICKS.y), y, TICKS.y),
    spread,
    series,
    legendNotes: [subject, AT_SHAPES, ...notes],
  };
  return id === 'roc' && chart.x.kind === 'log' ? withEqualErrors(chart) : chart;
}

/** Points of the line of equal errors. */
const EQUAL_POINTS = 61;

/** The chart with the line on which as many genuine pairs are rejected as impostor pairs are accepted. */
function withEqualErrors(chart: LineChart): LineChart {
  const { from, to } = chart.x;
  const rates = Array.from({ length: EQUAL_POINTS }, (_, n) => from * (to / from) ** (n / (EQUAL_POINTS - 1)));
  const points = rates
    .filter((rate) => 100 - rate >= chart.y.from)
    .map((rate): LinePoint => {
      return { x: rate, y: 100 - rate, marked: false, name: 'equal errors', reading: `${rate.toFixed(2)}%` };
    });
  const line: LineSeries = { label: 'Equal errors', note: '', appearance: GUIDE, points, marks: [], guide: true };
  return {
    ...chart,
    series: [...chart.series, line],
    legendNotes: [
      ...chart.legendNotes,
      'Falling line: equal errors, as many genuine pairs rejected as impostor pairs accepted',
    ],
  };
}

function scaleAcross(id: CharacteristicId, places: readonly number[]): Scale {
  if (id === 'epc') return { kind: 'linear', from: 0, to: 1 };
  if (id === 'cmc') return { kind: 'linear', from: 1, to: Math.max(2, ...places) };
  return { kind: 'log', from: Math.min(100, ...places), to: 100 };
}

/** Whether curves have bands, and the notes on them. */
function bands(
  curves: readonly Characteristic[],
  series: readonly LineSeries[],
  band: Band,
  at: string,
): { readonly spread: 'band' | 'none'; readonly notes: readonly string[] } {
  const drawn = series.some(({ points }) => points.some((point) => bandEnds(point) !== null));
  const lacking = [...new Set(curves.flatMap(({ lack }) => lack ?? []))].map(
    (lack) => `No band (${lack}): ${curves.flatMap((curve) => (curve.lack === lack ? curve.label : [])).join(', ')}`,
  );
  const remarks = new Set(curves.flatMap(({ remark }) => remark ?? []));
  return { spread: drawn ? 'band' : 'none', notes: [...(drawn ? [bandNote(band, at)] : []), ...remarks, ...lacking] };
}

/**
 * The curves from the last rate before any of them rises. Where all are flat a single threshold lies above every
 * impostor, and the pairs cannot resolve lower rates. Curves that never rise are kept whole.
 */
function resolved(curves: readonly Characteristic[]): readonly Characteristic[] {
  const starts = curves.map(({ points }) => points.find(({ y }) => y !== points[0].y)?.x ?? Number.POSITIVE_INFINITY);
  const rise = Math.min(...starts);
  if (!Number.isFinite(rise)) return curves;
  return curves.map((curve) => {
    const before = curve.points.filter(({ x }) => x < rise).length;
    return { ...curve, points: curve.points.slice(Math.max(0, before - 1)) };
  });
}

/**
 * The shares of genuine pairs that the methods reject at a false acceptance rate in per cent, in the order of the
 * curves; null if the pairs do not resolve it, or no curve is stored there.
 */
export function rejectedAt(curves: readonly Characteristic[], percent: number): readonly number[] | null {
  const shares = resolved(curves).map(({ points }) => points.find(({ x }) => x === percent / 100)?.y);
  return shares.every((share) => share !== undefined) ? shares.map((share) => 1 - share) : null;
}

/** Shares in per cent; a logarithmic axis cannot show a rate of 0. */
function pointsOf(id: Exclude<CharacteristicId, 'det'>, { points }: Characteristic, band: Band): LineSeries['points'] {
  const kept = points.filter(({ x }) => (id === 'cmc' ? x <= MOST_RANKS : id === 'epc' || x > 0));
  const every = Math.ceil(kept.length / MARKERS);
  return kept.map((point, i) => {
    const [x, y] = [id === 'cmc' || id === 'epc' ? point.x : 100 * point.x, 100 * point.y];
    const name = id === 'cmc' ? `rank ${x}` : id === 'epc' ? `at α = ${x}` : `at ${Number(x.toPrecision(3))}%`;
    return {
      x,
      y,
      ends: inPerCent(bandAt(point, band)),
      name,
      reading: reading(point, y, band),
      marked: i % every === 0,
    };
  });
}

function lowest(point: LinePoint): number {
  return bandEnds(point)?.[0] ?? point.y;
}

function highest(point: LinePoint): number {
  return bandEnds(point)?.[1] ?? point.y;
}

function inPerCent(ends: readonly [number, number] | null): readonly [number, number] | null {
  return ends && [100 * ends[0], 100 * ends[1]];
}

/** "85.00 ± 2.10%", "85.00% [81.20, 88.10]"; `mirrored`: shares are complements. */
function reading(point: Characteristic['points'][number], y: number, band: Band, mirrored = false): string {
  const text = y.toFixed(2);
  const ends = inPerCent(bandAt(point, band));
  if (ends === null) return `${text}%`;
  if (band === 'deviation') return `${text} ± ${(100 * point.std!).toFixed(2)}%`;
  const [low, high] = mirrored ? [100 - ends[1], 100 - ends[0]] : ends;
  return `${text}% [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** Possible ticks of DET axes, in per cent, as in Martin et al., The DET Curve (1997). */
const DEVIATE_TICKS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 90, 95, 98, 99];

/** Both rates as normal deviates; Gaussian scores give a straight line. Rates of 0 and 1 are left out. */
function detChart(curves: readonly Characteristic[], subject: string, band: Band): LineChart {
  const { title, x, y, at } = AXES.det;
  const series = curves.map((curve): LineSeries => {
    const kept = curve.points.filter((point) => point.x > 0 && point.x < 1 && point.y > 0 && point.y < 1);
    const every = Math.ceil(kept.length / MARKERS);
    return {
      label: curve.label,
      note: curve.shape ? shapeText(curve.shape) : '',
      appearance: curve.appearance,
      points: kept.map((point, i) => ({
        x: normalQuantile(point.x),
        y: normalQuantile(1 - point.y),
        name: `at ${Number((100 * point.x).toPrecision(3))}%`,
        ends: missedDeviates(bandAt(point, band)),
        reading: `${reading(point, 100 * (1 - point.y), band, true)} missed`,
        marked: i % every === 0,
      })),
      marks: [],
    };
  });
  const { spread, notes } = bands(curves, series, band, at);
  const all = series.flatMap(({ points }) => points);
  return {
    description: `${title}, ${subject}`,
    x: deviateAxis(
      x,
      all.map((point) => point.x),
    ),
    y: deviateAxis(
      y,
      all.map((point) => point.y),
    ),
    spread,
    series,
    legendNotes: [subject, AT_SHAPES, 'Axes: normal deviates of the rates', ...notes],
  };
}

/** Rates nearer to 0 or 1 than this lie off the axes. */
const LEAST_RATE = 1e-6;

/** Ends of a band of accepted shares, as normal deviates of the missed shares. */
function missedDeviates(ends: readonly [number, number] | null): readonly [number, number] | null {
  const deviate = (missed: number): number => normalQuantile(Math.min(1 - LEAST_RATE, Math.max(LEAST_RATE, missed)));
  return ends && [deviate(1 - ends[1]), deviate(1 - ends[0])];
}

/** Axis from the tick below the values to the tick above them. */
function deviateAxis(title: string, values: readonly number[]): Axis {
  const places = DEVIATE_TICKS.map((percent) => ({ value: normalQuantile(percent / 100), text: String(percent) }));
  const [least, greatest] = values.length === 0 ? [-2, 0] : [Math.min(...values), Math.max(...values)];
  const from = places.findLast(({ value }) => value <= least)?.value ?? least;
  const to = places.find(({ value }) => value >= greatest && value > from)?.value ?? Math.max(greatest, from + 0.1);
  return { kind: 'linear', from, to, title, ticks: places.filter(({ value }) => value >= from && value <= to) };
}
