/** Cumulative match characteristics and receiver operating characteristics of the methods of a condition. */
import type { Appearance } from '../methods/appearance.ts';
import type { LatentShape } from '../methods/method.ts';
import { shapeText } from '../methods/latentShape.ts';
import { normalQuantile } from '../stats/normal.ts';
import { axisOf, roundScale, type Axis, type Scale } from './axis.ts';
import type { CharacteristicId } from './figureKinds.ts';
import { TICKS, type LineChart, type LinePoint, type LineSeries } from './lineChart.ts';

/** The mean curve of a method over its repeats. */
export interface Characteristic {
  readonly label: string;
  readonly appearance: Appearance;
  /** The shape of the table; of the validated selection the one chosen most often. */
  readonly shape: LatentShape | null;
  readonly points: readonly {
    /** Rank, or false acceptance rate. */
    readonly x: number;
    /** Share from 0 to 1: identified within that rank, or accepted. */
    readonly y: number;
    /** Sample standard deviation over the repeats; null or absent below two of them. */
    readonly std?: number | null;
  }[];
}

/** Ranks beyond this tell little, and are left out. */
const MOST_RANKS = 50;

/** Markers along a curve, about. */
const MARKERS = 10;

const AXES: Readonly<Record<CharacteristicId, { title: string; x: string; y: string }>> = {
  cmc: { title: 'Cumulative match', x: 'Rank', y: 'Identification rate (%)' },
  roc: { title: 'Verification', x: 'False acceptance rate (%)', y: 'Genuine pairs accepted (%)' },
  det: { title: 'Detection error trade-off', x: 'False acceptance rate (%)', y: 'Genuine pairs missed (%)' },
  dir: {
    title: 'Detection and identification',
    x: 'Unknown images accepted (%)',
    y: 'Watched subjects identified (%)',
  },
  'two-class-roc': {
    title: 'Two classes',
    x: 'False acceptance rate (%)',
    y: 'Images of the second class accepted (%)',
  },
};

/** `subject` says which condition and dataset, for the legend. */
export function characteristicChart(
  id: CharacteristicId,
  found: readonly Characteristic[],
  subject: string,
): LineChart {
  const curves = id === 'cmc' ? found : resolved(found);
  if (id === 'det') return detChart(curves, subject);
  const { title, x, y } = AXES[id];
  const series = curves.map((curve): LineSeries => ({
    label: curve.label,
    note: curve.shape ? shapeText(curve.shape) : '',
    appearance: curve.appearance,
    points: pointsOf(id, curve),
    marks: [],
  }));
  const all = series.flatMap(({ points }) => points);
  const ends = { least: Math.min(100, ...all.map((point) => point.x)), greatest: all.map((point) => point.x) };
  const across: Scale =
    id === 'cmc'
      ? { kind: 'linear', from: 1, to: Math.max(2, ...ends.greatest) }
      : { kind: 'log', from: ends.least, to: 100 };
  return {
    description: `${title}, ${subject}`,
    x: axisOf(across, x, TICKS.x),
    y: axisOf(roundScale(Math.min(100, ...all.map(lowest)), 100, TICKS.y), y, TICKS.y),
    spread: all.some(({ spread }) => typeof spread === 'number') ? 'band' : 'none',
    series,
    legendNotes: [
      subject,
      'At the shapes in brackets',
      ...(all.some(({ spread }) => typeof spread === 'number')
        ? ['Bands: ± one standard deviation over the repeats']
        : []),
    ],
  };
}

/**
 * The curves from the last rate before any of them rises: where all are flat there is one threshold, above every
 * impostor, and the pairs tell lower rates not apart. Curves that never rise are kept whole.
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

/** In per cent; a rate of 0 has no place on a logarithmic axis. */
function pointsOf(id: Exclude<CharacteristicId, 'det'>, { points }: Characteristic): LineSeries['points'] {
  const kept = points.filter(({ x }) => (id === 'cmc' ? x <= MOST_RANKS : x > 0));
  const every = Math.ceil(kept.length / MARKERS);
  return kept.map((point, i) => {
    const [x, y] = [id === 'cmc' ? point.x : 100 * point.x, 100 * point.y];
    const name = id === 'cmc' ? `rank ${x}` : `at ${Number(x.toPrecision(3))} %`;
    const spread = typeof point.std === 'number' ? 100 * point.std : null;
    return { x, y, spread, name, reading: reading(y, spread), marked: i % every === 0 };
  });
}

/** The lower end of the band, which no rate goes below 0 for. */
function lowest({ y, spread }: LinePoint): number {
  return Math.max(0, y - (spread ?? 0));
}

function reading(y: number, spread: number | null): string {
  return spread === null ? `${y.toFixed(2)} %` : `${y.toFixed(2)} ± ${spread.toFixed(2)} %`;
}

/** Rates in per cent that DET axes may have ticks at, as in Martin et al., The DET Curve (1997). */
const DEVIATE_TICKS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 90, 95, 98, 99];

/** Both rates as normal deviates: Gaussian scores give a straight line. Rates of 0 and 1 have no place. */
function detChart(curves: readonly Characteristic[], subject: string): LineChart {
  const { title, x, y } = AXES.det;
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
        name: `at ${Number((100 * point.x).toPrecision(3))} %`,
        reading: `${(100 * (1 - point.y)).toFixed(2)} % missed`,
        marked: i % every === 0,
      })),
      marks: [],
    };
  });
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
    spread: 'none',
    series,
    legendNotes: [subject, 'At the shapes in brackets', 'Axes: normal deviates of the rates'],
  };
}

/** From the tick below the values to the one above. */
function deviateAxis(title: string, values: readonly number[]): Axis {
  const places = DEVIATE_TICKS.map((percent) => ({ value: normalQuantile(percent / 100), text: String(percent) }));
  const [least, greatest] = values.length === 0 ? [-2, 0] : [Math.min(...values), Math.max(...values)];
  const from = places.findLast(({ value }) => value <= least)?.value ?? least;
  const to = places.find(({ value }) => value >= greatest && value > from)?.value ?? Math.max(greatest, from + 0.1);
  return { kind: 'linear', from, to, title, ticks: places.filter(({ value }) => value >= from && value <= to) };
}
