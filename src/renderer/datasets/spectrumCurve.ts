/** The chart of the eigenvalues of a dataset: one pure function of the data. */
import type { EigenSpectrum } from '../../core/contract/datasets.ts';
import type { CurvePoint } from '../../core/figures/curvePoints.ts';
import { chartPalette } from '../../core/figures/palette.ts';
import type { errorCurves } from '../figures/errorCurves.ts';

export interface SpectrumOptions {
  readonly theme: 'light' | 'dark';
  /** The eigenvalues themselves, or the share of the total variance that the first ones hold together. */
  readonly show: 'values' | 'cumulative';
  readonly logarithmic: boolean;
  readonly font: string;
}

/** Eigenvalues below this share of the greatest are rounding noise of rank-deficient sets and would stretch a log axis. */
const NEGLIGIBLE = 1e-12;

/** Points of the curve: component i, counted from 1, and its eigenvalue or the cumulative share in per cent. */
export function spectrumPoints({ values, total }: EigenSpectrum, show: SpectrumOptions['show']): CurvePoint[] {
  const kept = values.filter((value) => value > NEGLIGIBLE * values[0]);
  const point = (y: number, i: number): CurvePoint => ({ x: i + 1, y, std: null, shape: [i + 1] });
  if (show === 'values') return kept.map(point);
  let sum = 0;
  return kept.map((value, i) => point((100 * (sum += value)) / total, i));
}

/** The least number of components that hold this share (0 … 1) of the total variance; null where all listed do not. */
export function componentsFor({ values, total }: EigenSpectrum, share: number): number | null {
  let sum = 0;
  // A hair less, so that the rounding of the last sum does not hide a full 100 %.
  const found = values.findIndex((value) => (sum += value) >= share * total * (1 - 1e-12));
  return found < 0 ? null : found + 1;
}

export function spectrumCurve(
  spectrum: EigenSpectrum,
  { theme, show, logarithmic, font }: SpectrumOptions,
): ReturnType<typeof errorCurves> {
  const palette = chartPalette[theme];
  const points = spectrumPoints(spectrum, show);
  const title = (text: string) => ({ display: true, text, color: palette.text, font: { family: font, size: 12 } });
  const axis = {
    border: { color: palette.secondary },
    ticks: { color: palette.secondary, font: { family: font, size: 12 }, maxTicksLimit: 8 },
  };
  const valueTitle = show === 'values' ? 'Eigenvalue λ (grey values²)' : 'Cumulative variance (%)';
  return {
    type: 'lineWithErrorBars',
    data: {
      datasets: [
        {
          label: valueTitle,
          data: points,
          borderColor: palette.text,
          backgroundColor: palette.text,
          borderWidth: 1.75,
          ...{ pointWithErrorBarRadius: points.length > 60 ? 0 : 2.5, pointWithErrorBarHoverRadius: 5 },
        },
      ],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          type: logarithmic ? 'logarithmic' : 'linear',
          min: logarithmic ? 1 : 0,
          title: title('Component'),
          grid: { display: false },
          ...axis,
        },
        y: {
          type: logarithmic && show === 'values' ? 'logarithmic' : 'linear',
          ...(show === 'cumulative' ? { min: 0, max: 100 } : logarithmic ? {} : { min: 0 }),
          title: title(valueTitle),
          grid: { color: palette.hairline },
          ...axis,
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          backgroundColor: palette.text,
          titleColor: palette.surface,
          bodyColor: palette.surface,
          callbacks: {
            title: (items) => items.map((item) => `Component ${(item.raw as CurvePoint).x}`),
            label: (item) => {
              const { y } = item.raw as CurvePoint;
              return show === 'values' ? `λ = ${y.toPrecision(4)}` : `${y.toFixed(2)} %`;
            },
          },
        },
      },
    },
  };
}
