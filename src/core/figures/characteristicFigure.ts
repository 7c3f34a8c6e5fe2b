/** Cumulative match characteristics and receiver operating characteristics of the methods of a condition. */
import type { Appearance } from '../methods/appearance.ts';
import type { CurveId } from '../measures/cellMeasures.ts';
import type { LatentShape } from '../methods/method.ts';
import { shapeText } from '../methods/latentShape.ts';
import { lineChart, type LineSeries } from './lineChart.ts';
import type { FigureTheme } from './theme.ts';
import { roundScale } from './ticks.ts';

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
export function characteristicFigure(
  id: CurveId,
  curves: readonly Characteristic[],
  subject: string,
  theme: FigureTheme,
): string {
  const { title, x, y } = AXES[id];
  const drawn = curves.map((curve): LineSeries => {
    const points = curve.points
      .map((point) => (id === 'cmc' ? point : { x: 100 * point.x, y: point.y }))
      .filter((point) => (id === 'cmc' ? point.x <= MOST_RANKS : point.x > 0))
      .map((point, i, all) => ({ x: point.x, y: 100 * point.y, marked: i % Math.ceil(all.length / MARKERS) === 0 }));
    return {
      label: curve.label,
      note: curve.shape ? shapeText(curve.shape) : '',
      appearance: curve.appearance,
      points,
    };
  });
  const all = drawn.flatMap(({ points }) => points);
  const least = Math.min(100, ...all.map((point) => point.y));
  const across =
    id === 'cmc'
      ? { kind: 'linear' as const, from: 1, to: Math.max(2, ...all.map((point) => point.x)) }
      : { kind: 'log' as const, from: Math.min(100, ...all.map((point) => point.x)), to: 100 };
  return lineChart(
    {
      description: `${title}, ${subject}`,
      x: { ...across, title: x },
      y: { ...roundScale(least, 100, 7), title: y },
      series: drawn,
      legendNotes: [subject, 'At the shapes in brackets'],
    },
    theme,
  );
}
