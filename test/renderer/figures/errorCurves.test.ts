import { describe, expect, it } from 'vitest';
import { deviationBand } from '../../../src/renderer/figures/deviationBand.ts';
import { featureAxisTitle } from '../../../src/core/figures/curvePoints.ts';
import { errorCurves, type ErrorCurvesOptions } from '../../../src/renderer/figures/errorCurves.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { fakeMethods, fakeResults, fakeStudy } from '../fakeData.ts';

const study = fakeStudy(1);
const curves = fakeResults(study).curves.filter((curve) => curve.condition === 'k=2');
const appearances = new Map(study.methods.map((method) => [method.label, method.appearance]));
const options: ErrorCurvesOptions = {
  theme: 'light',
  logarithmic: true,
  spread: 'bars',
  range: 'full',
  choice: 'best',
  measure: measureOf('error-rate'),
  hidden: new Set(),
  highlighted: null,
  chosen: new Map(),
  featureTitle: true,
  font: 'sans-serif',
};

describe('errorCurves', () => {
  it('gives every method the colour and marker of the registry', () => {
    const { datasets } = errorCurves(curves, appearances, options).data;
    expect(datasets.map((dataset) => [dataset.label, dataset.borderColor, dataset.pointStyle])).toEqual(
      fakeMethods.map((method) => [method.title, method.appearance.light, method.appearance.marker]),
    );
  });

  it('leaves out hidden methods without changing the look of the others', () => {
    const { datasets } = errorCurves(curves, appearances, { ...options, hidden: new Set(['PCA', '2DPCA']) }).data;
    expect(datasets.map((dataset) => dataset.label)).toEqual(['PPCA', 'GLRAM', 'BPPCA']);
    expect(datasets[0].borderColor).toBe(fakeMethods[1].appearance.light);
  });

  it('draws error bars of one standard deviation at the marked points, the best among them', () => {
    const [pca] = errorCurves(curves, appearances, options).data.datasets;
    const barred = pca.data.filter((point) => point.yMin !== undefined);
    expect(barred.length).toBeGreaterThan(5);
    expect(barred.length).toBeLessThan(pca.data.length / 2);
    for (const point of barred) {
      expect(point.yMin).toBe(point.y - (point.std ?? NaN));
      expect(point.yMax).toBe(point.y + (point.std ?? NaN));
    }
    const least = Math.min(...pca.data.map((point) => point.y));
    expect(barred.some((point) => point.y === least)).toBe(true);
  });

  it('draws a band instead of bars, beside the data sets, so that the pointer finds curves only', () => {
    const config = errorCurves(curves, appearances, { ...options, spread: 'band' });
    expect(config.plugins).toEqual([deviationBand]);
    expect(config.data.datasets).toHaveLength(curves.length);
    expect(config.data.datasets.flatMap((dataset) => dataset.data).every((point) => point.yMin === undefined)).toBe(
      true,
    );
    expect(errorCurves(curves, appearances, options).plugins).toEqual([]);
  });

  it('names its axes with units and never animates', () => {
    const { scales, animation } = errorCurves(curves, appearances, options).options ?? {};
    expect(animation).toBe(false);
    expect(scales?.x).toMatchObject({ type: 'logarithmic', title: { text: 'Latent dimension (q or q_c · q_r)' } });
    expect(scales?.y).toMatchObject({ min: 0, title: { text: 'Mean error rate (%)' } });
    expect(errorCurves(curves, appearances, { ...options, logarithmic: false }).options?.scales?.x?.type).toBe(
      'linear',
    );
  });

  it('ends the error axis near the best when asked', () => {
    const near = errorCurves(curves, appearances, { ...options, range: 'near' }).options?.scales?.y;
    expect(near?.max).toBe(50);
    expect(errorCurves(curves, appearances, options).options?.scales?.y?.max).toBe(100);
  });

  it('marks the chosen shapes: large on the test images, hollow inside the training images', () => {
    const chosen = new Map([['PCA', { oracle: [42], validated: [30] }]]);
    const marks = errorCurves(curves, appearances, { ...options, chosen }).data.datasets.slice(curves.length);
    expect(marks.map(({ data, pointStyle }) => [data[0].shape, data[0].chosenBy, pointStyle])).toEqual([
      [[42], 'oracle', 'circle'],
      [[30], 'validated', 'rectRot'],
    ]);
  });

  it('lets one method stand out and keeps the hue of the others', () => {
    const { datasets } = errorCurves(curves, appearances, { ...options, highlighted: 'PPCA' }).data;
    const widest = datasets.filter((dataset) => Number(dataset.borderWidth) > 2).map((dataset) => dataset.label);
    expect(widest).toEqual(['PPCA']);
    expect(datasets[0].borderColor).toBe(`${fakeMethods[0].appearance.light}38`);
    expect(datasets[1].borderColor).toBe(fakeMethods[1].appearance.light);
  });

  it('turns round for a measure that is better when higher', () => {
    const rates = curves.map((curve) => ({
      ...curve,
      points: curve.points.map((point) => ({ ...point, mean: 100 - point.mean })),
    }));
    const accuracy = { ...options, range: 'near', measure: measureOf('accuracy') } as const;
    const { scales } = errorCurves(rates, appearances, accuracy).options ?? {};
    expect(scales?.y).toMatchObject({ min: 50, max: 100, title: { text: 'Mean recognition rate (%)' } });
  });

  it('is a chart without lines when nothing has finished', () => {
    const empty = curves.map((curve) => ({ ...curve, points: [] }));
    const config = errorCurves(empty, appearances, { ...options, range: 'near' });
    expect(config.data.datasets).toEqual([]);
    expect(config.options?.scales?.y?.max).toBeUndefined();
  });
});

describe('featureAxisTitle', () => {
  it('names only the kinds of methods that are there', () => {
    expect(featureAxisTitle(curves.slice(0, 2), 'best')).toBe('Latent dimension (q)');
    expect(featureAxisTitle(curves.slice(2), 'square')).toBe('Latent dimension (q²)');
  });
});
