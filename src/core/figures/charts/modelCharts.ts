/** Charts of one open model: reconstruction error over the code, and eigenvalues. */
import type { Appearance } from '../../methods/appearance.ts';
import type { ModelSpectrum } from '../../study/model/modelSpectrum.ts';
import type { BlockErrors, CodeBlock } from '../../study/model/reconstructions.ts';
import { axisOf, roundScale } from './axis.ts';
import { TICKS, type LineChart, type LinePoint, type LineSeries } from './lineChart.ts';
import { spectrumChart } from './spectrum.ts';

/**
 * Reconstruction error against the number of entries kept along one axis of the code, with the other fixed at the
 * chosen block, which is marked. null if the axis is not a latent dimension.
 */
export function blockErrorChart(
  errors: BlockErrors,
  axis: 'rows' | 'cols',
  chosen: CodeBlock,
  { label, appearance }: { readonly label: string; readonly appearance: Appearance },
): LineChart | null {
  const name = errors.latent[axis];
  if (name === null) return null;
  const other = axis === 'rows' ? 'cols' : 'rows';
  const fixed = Math.max(0, errors[other].indexOf(chosen[other]));
  const across = errors.cols.length;
  const points = errors[axis].flatMap((kept, n): LinePoint[] => {
    const rmse = errors.rmse[axis === 'rows' ? n * across + fixed : fixed * across + n];
    if (rmse === null) return [];
    return [{ x: kept, y: rmse, name: `${name} = ${kept}`, reading: rmse.toPrecision(4), marked: true }];
  });
  const point = points.find(({ x }) => x === chosen[axis]);
  const held = errors.latent[other];
  const note = held === null ? '' : `${held} = ${chosen[other]}`;
  const last = errors[axis][errors[axis].length - 1];
  return {
    description: `Error of reconstructions of ${label} by ${name}${note ? `, ${note}` : ''}`,
    x: axisOf({ kind: 'linear', from: 0, to: Math.max(2, last) }, `${name} (leading entries kept)`, TICKS.x),
    y: axisOf(roundScale(0, Math.max(0, ...points.map(({ y }) => y)), TICKS.y), 'RMSE (grey values)', TICKS.y),
    spread: 'none',
    series: [
      {
        label,
        note,
        appearance,
        points,
        marks: point ? [{ x: point.x, y: point.y, name: point.name, reading: point.reading, kind: 'large' }] : [],
      },
    ],
    legendNotes: [`${errors.images} test images; large: as shown`],
  };
}

/**
 * Eigenvalues of the training images on log axes, with the last dimension of the model marked, and a guide at the noise
 * variance of the model, which lies below all of them with fewer images than pixels.
 */
export function modelSpectrumChart(spectrum: ModelSpectrum): LineChart {
  const subject = { pixels: 'the training images', columns: 'their columns', rows: 'their rows' }[spectrum.of];
  const chart = spectrumChart(
    spectrum,
    { show: 'values', scale: 'log', reaches: spectrum.noise ?? undefined },
    subject,
  );
  const [series] = chart.series;
  const guides = noiseGuide(spectrum, chart);
  const explained = [...chart.legendNotes, ...(guides.length > 0 ? ['dashed: noise variance σ²'] : [])];
  const point = series.points.find(({ x }) => x === spectrum.chosen);
  if (!point) return { ...chart, series: [series, ...guides], legendNotes: explained };
  const name = `${spectrum.name} = ${spectrum.chosen}`;
  const marks = [{ x: point.x, y: point.y, name, reading: point.reading, kind: 'large' as const }];
  return { ...chart, series: [{ ...series, marks }, ...guides], legendNotes: [...explained, `large: ${name}`] };
}

/** Guide from the first to the last component at the height of σ². */
function noiseGuide({ noise }: ModelSpectrum, { series: [series] }: LineChart): LineSeries[] {
  if (noise === null) return [];
  const [first, last] = [series.points[0], series.points[series.points.length - 1]];
  const point = ({ x }: LinePoint): LinePoint => {
    return { x, y: noise, name: 'σ²', reading: `σ² = ${noise.toPrecision(4)}`, marked: false };
  };
  const appearance: Appearance = { ...series.appearance, dash: [4, 3] };
  return [{ label: 'σ²', note: '', appearance, points: [point(first), point(last)], marks: [], guide: true }];
}

/** Share of the variance in the leading eigenvalues, those of the model. */
export function varianceKept({ values, total, chosen }: ModelSpectrum): number {
  return values.slice(0, chosen).reduce((sum, value) => sum + value, 0) / total;
}
