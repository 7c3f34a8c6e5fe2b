/** Cumulative match characteristics and receiver operating characteristics of the methods of a condition. */
import type { Appearance } from '../methods/appearance.ts';
import type { CurveId } from '../measures/curves.ts';
import type { LatentShape } from '../methods/method.ts';
import { shapeText } from '../methods/latentShape.ts';
import { axisOf, roundScale, type Scale } from './axis.ts';
import { TICKS, type LineChart, type LineSeries } from './lineChart.ts';

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
  }[];
}

/** Ranks beyond this tell little, and are left out. */
const MOST_RANKS = 50;

/** Markers along a curve, about. */
const MARKERS = 10;

const AXES: Readonly<Record<CurveId, { title: string; x: string; y: string }>> = {
  cmc: { title: 'Cumulative match', x: 'Rank', y: 'Identification rate (%)' },
  roc: { title: 'Verification', x: 'False acceptance rate (%)', y: 'Genuine pairs accepted (%)' },
  'two-class-roc': {
    title: 'Two classes',
    x: 'False acceptance rate (%)',
    y: 'Images of the second class accepted (%)',
  },
};

/** `subject` says which condition and dataset, for the legend. */
export function characteristicChart(id: CurveId, curves: readonly Characteristic[], subject: string): LineChart {
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
    y: axisOf(roundScale(Math.min(100, ...all.map((point) => point.y)), 100, TICKS.y), y, TICKS.y),
    spread: 'none',
    series,
    legendNotes: [subject, 'At the shapes in brackets'],
  };
}

/** In per cent; a rate of 0 has no place on a logarithmic axis. */
function pointsOf(id: CurveId, { points }: Characteristic): LineSeries['points'] {
  const kept = points.filter(({ x }) => (id === 'cmc' ? x <= MOST_RANKS : x > 0));
  const every = Math.ceil(kept.length / MARKERS);
  return kept.map((point, i) => {
    const [x, y] = [id === 'cmc' ? point.x : 100 * point.x, 100 * point.y];
    const name = id === 'cmc' ? `rank ${x}` : `at ${Number(x.toPrecision(3))} %`;
    return { x, y, name, reading: `${y.toFixed(2)} %`, marked: i % every === 0 };
  });
}
