import { describe, expect, it } from 'vitest';
import { modelSpectrumChart } from '../../../../src/core/figures/charts/modelCharts.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { shapeIndex } from '../../../../src/core/methods/latent/latentShape.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { fitRandom } from '../../../../src/core/study/cells/cellTask.ts';
import { runModelQuery } from '../../../../src/core/study/model/modelQueries.ts';
import { factsOf, openModel, trainingImages } from '../../../../src/core/study/model/openModel.ts';
import { data } from '../smallDataset.ts';
import { learned, taskWith } from './models.ts';

const ignore = (): void => undefined;
const pca = taskWith({ method: 'pca' });

describe('a cell that is opened', () => {
  it('takes the test images for what the cell of a closed form takes them for, at every shape', () => {
    const { shapes, nearest } = evaluateCell(pca, data, ignore);
    for (const shape of shapes) {
      const at = shapeIndex(shapes, shape) * pca.split.test.length;
      expect(openModel(pca, shape, data, ignore).nearest).toEqual(nearest.slice(at, at + pca.split.test.length));
    }
  });

  it('tells the trace of its objective, and what it can be asked by what its method declares', () => {
    const glram = factsOf(learned({ method: 'glram', latent: { qc: [2], qr: [2] } }, [2, 2]));
    expect(glram.traces[0].values.length).toBe(glram.iterations);
    expect(glram.traces[0].quantity).toMatchObject({ name: 'mean squared reconstruction error', sense: 'minimise' });
    expect(glram.iterationSeconds).toHaveLength(glram.iterations);
    const none = { reconstructions: true, spectrum: true, samples: false, imputation: false, components: false };
    expect(glram.answers).toEqual(none);
    expect(factsOf(learned({ method: 'ppca' }, [2])).answers).toEqual({ ...none, samples: true, imputation: true });
    const { answers } = factsOf(learned({ method: 'none' }, []));
    expect(answers).toEqual({ ...none, reconstructions: false, spectrum: false });
    const noiseless = learned({ method: 'psopca', settings: { noise: 'zero' } }, [1, 2]);
    expect(factsOf(noiseless).answers).toEqual(none);
    expect(() => runModelQuery(noiseless, 'samples', { seed: 1, count: 1 })).toThrow(FitError);
    expect(() => runModelQuery(noiseless, 'components', null)).toThrow('PSOPCA has no components.');
  });

  it('looks for a cancellation while it iterates', () => {
    let calls = 0;
    openModel(taskWith({ method: 'bppca' }), [1, 1], data, () => calls++);
    expect(calls).toBeGreaterThan(1);
  });

  it('has no model of all training images where every subject has its own', () => {
    const task = taskWith(
      { method: 'ppca', latent: [1] },
      { classifier: { kind: 'likelihood' }, protocol: { kind: 'random', trainPerSubject: [4], repeats: 1 } },
    );
    expect(openModel(task, [1], data, ignore).learned).toBeNull();
  });
});

describe('basis images', () => {
  const all = { from: 0, count: 100, order: 'number' } as const;

  it('are the axes of vector methods, with their share of the variance', () => {
    const model = learned({ method: 'pca' }, [3]);
    const { entries, images, shares, total } = runModelQuery(model, 'basis', all);
    expect([total, entries]).toEqual([3, [[1], [2], [3]]]);
    const training = selectImages(data.images, pca.split.train);
    const context = { random: fitRandom(pca), checkCancelled: ignore };
    const { U, eigenvalues } = findMethod('pca')!.fit(
      { images: training, labels: null },
      [3],
      pca.settings,
      context,
    ).parameters;
    const size = data.images.rows * data.images.cols;
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < size; i++) expect(images.data[k * size + i]).toBeCloseTo(U.data[i * 3 + k], 9);
    }
    const [spectrum] = runModelQuery(model, 'spectra', null);
    expect(spectrum).toMatchObject({ of: 'pixels', name: 'q', chosen: 3, images: training.count });
    shares.forEach((share, k) => expect(share).toBeCloseTo(eigenvalues.data[k] / spectrum.total, 9));
  });

  it('are outer products of rank 1 for bilinear methods, by number or by variance, page by page', () => {
    const model = learned({ method: 'glram', latent: { qc: [2], qr: [2] } }, [2, 2]);
    const { entries, images, shares } = runModelQuery(model, 'basis', all);
    expect(entries).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
    const { rows, cols, data: pixels } = images;
    const at = (i: number, j: number): number => pixels[i * cols + j];
    for (let i = 1; i < rows; i++) {
      for (let j = 1; j < cols; j++) expect(at(i, j) * at(0, 0) - at(i, 0) * at(0, j)).toBeCloseTo(0, 12);
    }
    const sorted = runModelQuery(model, 'basis', { ...all, order: 'variance' });
    expect(sorted.shares).toEqual([...shares].sort((a, b) => b! - a!));
    const second = runModelQuery(model, 'basis', { from: 1, count: 2, order: 'variance' });
    expect(second.entries).toEqual(sorted.entries.slice(1, 3));
    expect(second.images.data).toEqual(sorted.images.data.slice(rows * cols, 3 * rows * cols));
  });

  it('are without the means of the components of a mixture', () => {
    const settings = { components: 2, starts: 1 };
    const model = learned({ method: 'mmvfa', settings, latent: { qc: [1], qr: [1] } }, [1, 1]);
    const { C, R } = model.fit.parameters;
    const { images, entries } = runModelQuery(model, 'basis', all);
    expect(entries).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const [d, width] = [C.shape[1], R.shape[1]];
    for (let k = 0; k < 2; k++) {
      const norm = Math.hypot(...images.data.subarray(k * d * width, (k + 1) * d * width));
      const lengths = [C.data.subarray(k * d, (k + 1) * d), R.data.subarray(k * width, (k + 1) * width)];
      expect(norm).toBeCloseTo(Math.hypot(...lengths[0]) * Math.hypot(...lengths[1]), 9);
    }
  });
});

describe('reconstructions', () => {
  it('come nearer with every further entry of the code, and are those of smaller fits for nested methods', () => {
    const model = learned({ method: 'pca' }, [4]);
    const errors = runModelQuery(model, 'errors', null);
    expect(errors).toMatchObject({ rows: [1, 2, 3, 4], cols: [1], latent: { rows: 'q', cols: null } });
    errors.rmse.slice(1).forEach((rmse, n) => expect(rmse!).toBeLessThan(errors.rmse[n]!));
    const tests = [2, 0];
    const part = runModelQuery(model, 'rebuilt', { tests, block: { rows: 2, cols: 1 } });
    const small = runModelQuery(learned({ method: 'pca' }, [2]), 'rebuilt', { tests, block: null });
    part.images.data.forEach((value, i) => expect(value).toBeCloseTo(small.images.data[i], 9));
    const first = selectImages(data.images, Int32Array.of(pca.split.test[2]));
    expect(part.originals.data.slice(0, first.data.length)).toEqual(first.data);
    expect(part.rmse[0]).toBeCloseTo(small.rmse[0]!, 9);
  });

  it('have an axis for each latent dimension, and none for the full side of one-sided methods', () => {
    const axes = (method: string, shape: number[], settings = {}) => {
      const latent = shape.length === 1 ? shape : { qc: [shape[0]], qr: [shape[1]] };
      return runModelQuery(learned({ method, latent, settings }, shape), 'errors', null);
    };
    expect(axes('glram', [2, 3])).toMatchObject({
      rows: [1, 2],
      cols: [1, 2, 3],
      latent: { rows: 'q_c', cols: 'q_r' },
    });
    expect(axes('2dpca', [2])).toMatchObject({ rows: [6], cols: [1, 2], latent: { rows: null, cols: 'q_r' } });
    expect(axes('2dpca-left', [2])).toMatchObject({ rows: [1, 2], cols: [5], latent: { rows: 'q_c', cols: null } });
    expect(axes('mmvfa', [1, 1], { components: 2, starts: 1 })).toMatchObject({ latent: { rows: null, cols: null } });
  });

  it('name a test image that there is not', () => {
    const model = learned({ method: 'pca' }, [1]);
    expect(() => runModelQuery(model, 'rebuilt', { tests: [99], block: null })).toThrow('There is no test image 100');
  });
});

describe('spectra', () => {
  it('know the noise variance of a model that has one: the mean of the eigenvalues beyond its own', () => {
    const [spectrum] = runModelQuery(learned({ method: 'ppca' }, [3]), 'spectra', null);
    const beyond = spectrum.total - spectrum.values.slice(0, 3).reduce((sum, value) => sum + value, 0);
    const size = data.images.rows * data.images.cols;
    expect(spectrum.noise).toBeCloseTo(beyond / (size - 3), 9);
    const chart = modelSpectrumChart(spectrum);
    expect(chart.series[1].points.map(({ y }) => y)).toEqual([spectrum.noise, spectrum.noise]);
    expect(chart.y.from).toBeLessThanOrEqual(spectrum.noise!);
    const [without] = runModelQuery(learned({ method: 'pca' }, [3]), 'spectra', null);
    expect(without.noise).toBeNull();
    expect(modelSpectrumChart(without).series).toHaveLength(1);
  });

  it('of both modes hold the same variance', () => {
    const [columns, rows] = runModelQuery(learned({ method: 'bppca' }, [2, 1]), 'spectra', null);
    expect([columns.of, columns.name, columns.chosen]).toEqual(['columns', 'q_c', 2]);
    expect([rows.of, rows.name, rows.chosen]).toEqual(['rows', 'q_r', 1]);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(columns.values)).toBeCloseTo(columns.total, 9);
    expect(rows.total).toBeCloseTo(columns.total, 9);
  });
});

describe('the latent map', () => {
  it('shows the first two entries of vectors, the two widest of matrices, or those that are asked for', () => {
    const model = learned({ method: 'pca' }, [3]);
    const map = runModelQuery(model, 'map', { axes: null });
    expect([map.axes, map.entries]).toEqual([[0, 1], 3]);
    expect([map.train.x.length, map.test.y.length]).toEqual([model.split.train.length, model.split.test.length]);
    const other = runModelQuery(model, 'map', { axes: [1, 2] });
    expect(other.test.x).toEqual(map.test.y);
    const matrices = learned({ method: 'glram', latent: { qc: [2], qr: [2] } }, [2, 2]);
    const widest = runModelQuery(matrices, 'map', { axes: null });
    const variance = (entry: number): number => {
      const { x } = runModelQuery(matrices, 'map', { axes: [entry, entry] }).train;
      const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
      return x.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    const order = [0, 1, 2, 3].sort((a, b) => variance(b) - variance(a));
    expect([...widest.axes]).toEqual(order.slice(0, 2).sort((a, b) => a - b));
    expect(() => runModelQuery(model, 'map', { axes: [0, 3] })).toThrow('The code has no entry 4; it has 3.');
  });
});

describe('imputation', () => {
  const query = { tests: [0, 5], hidden: 'scattered', fraction: 0.3, seed: 4 } as const;

  it('replaces hidden pixels only, by the same ones for one seed', () => {
    const model = learned({ method: 'ppca' }, [4]);
    const { originals, holed, filled, rmse, rmseOfMean } = runModelQuery(model, 'imputation', query);
    const lost = [...holed.data].filter(Number.isNaN).length;
    expect(lost).toBe(2 * Math.round(0.3 * 30));
    holed.data.forEach((value, i) => {
      if (!Number.isNaN(value)) expect(filled.data[i]).toBeCloseTo(originals.data[i], 12);
      else expect(Number.isFinite(filled.data[i])).toBe(true);
    });
    expect(runModelQuery(model, 'imputation', query).filled.data).toEqual(filled.data);
    expect(runModelQuery(model, 'imputation', { ...query, seed: 5 }).holed.data).not.toEqual(holed.data);
    rmse.forEach((value) => expect(value).toBeGreaterThan(0));
    expect(rmseOfMean).toHaveLength(2);
  });

  it('hides the lower half of all images', () => {
    const { holed } = runModelQuery(learned({ method: 'ppca' }, [2]), 'imputation', { ...query, hidden: 'lower-half' });
    expect([...holed.data.subarray(0, 30)].map(Number.isNaN).indexOf(true)).toBe(15);
  });

  it('knows better than the mean image where images follow the model', () => {
    // Each subject is a pattern plus noise, and has been seen.
    const model = learned({ method: 'ppca' }, [6], {
      protocol: { kind: 'random', trainPerSubject: [4], repeats: 1 },
      draws: 'pixels',
    });
    const tests = model.split.test.map((_, n) => n);
    const { rmse, rmseOfMean } = runModelQuery(model, 'imputation', { ...query, tests: [...tests], fraction: 0.1 });
    const mean = (values: readonly (number | null)[]) => values.reduce((sum: number, v) => sum + v!, 0) / values.length;
    expect(mean(rmse)).toBeLessThan(mean(rmseOfMean));
  });
});

describe('components', () => {
  it('share the responsibility for every test image', () => {
    const settings = { components: 2, starts: 1 };
    const model = learned({ method: 'mphopca', settings, latent: { qc: [1], qr: [1] } }, [1, 1]);
    const { weights, means, tests, responsibilities } = runModelQuery(model, 'components', null);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(means).toMatchObject({ count: 2, rows: 6, cols: 5 });
    expect(tests).toHaveLength(model.split.test.length);
    for (const row of responsibilities) expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  });
});

describe('samples', () => {
  it('are the same for one seed, and others for another', () => {
    const model = learned({ method: 'ppca' }, [2]);
    const draw = (seed: number, count = 2) => runModelQuery(model, 'samples', { seed, count }).images.data;
    expect(draw(1)).toEqual(draw(1, 5).slice(0, 60));
    expect(draw(2)).not.toEqual(draw(1));
    expect(trainingImages(model).count).toBe(10);
  });
});
