/** Eigenvalues of a dataset, individually or as cumulative share of the variance. */
import { axisOf, roundScale, type Scale } from './axis.ts';
import { TICKS, type LineChart, type LinePoint } from './lineChart.ts';
import { chartPalette } from '../palette.ts';

export interface Spectrum {
  /** Descending, in grey values². */
  readonly values: readonly number[];
  /** Sum of all eigenvalues, including those not listed. */
  readonly total: number;
  readonly images: number;
}

export interface SpectrumLook {
  /** The eigenvalues, or the cumulative share of the total variance. */
  readonly show: 'values' | 'cumulative';
  /** Scale of the components and of the eigenvalues. */
  readonly scale: Scale['kind'];
  /** A value that the axis of eigenvalues must include, such as a noise variance. @default none */
  readonly reaches?: number;
}

/**
 * Eigenvalues below this share of the largest are rounding noise of rank-deficient sets and would stretch a log axis.
 */
const NEGLIGIBLE = 1e-12;

/** Longer curves are drawn without markers. */
const MOST_MARKERS = 60;

/**
 * Minimum number of components with this share (0 … 1) of the total variance; null if the listed ones do not reach it.
 */
export function componentsFor({ values, total }: Spectrum, share: number): number | null {
  let sum = 0;
  // Slightly less, because rounding of the last sum could miss a full 100%.
  const index = values.findIndex((value) => (sum += value) >= share * total * (1 - 1e-12));
  return index < 0 ? null : index + 1;
}

/** `subject`: the dataset, for the legend. */
export function spectrumChart(spectrum: Spectrum, look: SpectrumLook, subject: string): LineChart {
  const { show, scale } = look;
  const points = spectrumPoints(spectrum, show);
  const title = show === 'values' ? 'Eigenvalue λ (grey values²)' : 'Cumulative variance (%)';
  return {
    description: `${show === 'values' ? 'Eigenvalues' : 'Cumulative variance'} of ${subject} by component`,
    x: axisOf({ kind: scale, from: scale === 'log' ? 1 : 0, to: Math.max(2, points.length) }, 'Component', TICKS.x),
    y: axisOf(valuesScale(points, look), title, TICKS.y),
    spread: 'none',
    series: [
      {
        label: show === 'values' ? 'Eigenvalues' : 'Cumulative variance',
        note: '',
        appearance: {
          light: chartPalette.light.text,
          dark: chartPalette.dark.text,
          marker: 'circle',
          fill: 'full',
          dash: [],
        },
        points,
        marks: [],
      },
    ],
    legendNotes: [subject, `${spectrum.images} images`],
  };
}

/** Component i, from 1, and its eigenvalue or the cumulative share in per cent. */
function spectrumPoints({ values, total }: Spectrum, show: SpectrumLook['show']): LinePoint[] {
  const kept = values.filter((value) => value > NEGLIGIBLE * values[0]);
  let sum = 0;
  return kept.map((value, i) => {
    const share = (100 * (sum += value)) / total;
    const [y, reading] = show === 'values' ? [value, `λ = ${value.toPrecision(4)}`] : [share, `${share.toFixed(2)}%`];
    return { x: i + 1, y, name: `component ${i + 1}`, reading, marked: kept.length <= MOST_MARKERS };
  });
}

function valuesScale(points: readonly LinePoint[], { show, scale: kind, reaches }: SpectrumLook): Scale {
  if (show === 'cumulative') return { kind: 'linear', from: 0, to: 100 };
  const values = [...points.map(({ y }) => y), ...(reaches === undefined ? [] : [reaches])];
  if (kind === 'linear' || values.length === 0) return roundScale(0, Math.max(0, ...values), TICKS.y);
  // Whole decades: a log axis starts and ends at a tick.
  const [least, greatest] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return { kind, from: 10 ** Math.floor(least), to: 10 ** Math.max(Math.ceil(greatest), Math.floor(least) + 1) };
}
