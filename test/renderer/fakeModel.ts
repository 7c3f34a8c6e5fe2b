/** What an open model answers in component tests: images of 2 × 2 pixels. */
import type { ModelFacts } from '../../src/core/study/model/openModel.ts';
import type { ModelSummary } from '../../src/core/contract/models.ts';

const grey = (count: number) => ({ rows: 2, cols: 2, count, pixels: btoa('\x00\x40\x80\xff'.repeat(count)) });

export const fakeModelFacts: ModelFacts = {
  iterations: 3,
  converged: true,
  logLikelihood: -12.5,
  warnings: ['floored'],
  iterationSeconds: [0.5, 0.75, 1],
  traces: [
    {
      name: 'objective',
      column: null,
      quantity: { name: 'reconstruction error', unit: '', sense: 'minimise' },
      values: [3, 2, 1],
      first: 1,
    },
    {
      name: 'angle12',
      column: null,
      quantity: { name: 'angle between axes 1 and 2', unit: 'degrees', sense: null },
      values: [80, 85, 90],
      first: 1,
    },
  ],
  code: { rows: 2, cols: 3 },
  range: { low: 0, high: 255 },
  answers: { reconstructions: true, spectrum: true, samples: true, imputation: true, components: true },
};

export const fakeModelSummary: ModelSummary = {
  datasetId: 1,
  seconds: 1.2,
  facts: fakeModelFacts,
  same: 319,
  tests: 320,
};

const subjects = (tests: readonly number[]): string[] => tests.map((_, n) => `s${n + 1}`);

export const fakeModel = {
  basis: ({ from, count }: { from: number; count: number }) => {
    const shown = Math.min(count, 30 - from);
    return {
      total: 30,
      entries: Array.from({ length: shown }, (_, n) => [from + n + 1, 1]),
      shares: Array.from({ length: shown }, () => 0.125),
      extents: Array.from({ length: shown }, () => 0.25),
      images: grey(shown),
    };
  },
  rebuilt: ({ tests }: { tests: readonly number[] }) => ({
    tests,
    rmse: tests.map(() => 7.125),
    positions: tests,
    subjects: subjects(tests),
    originals: grey(tests.length),
    reconstructions: grey(tests.length),
  }),
  errors: () => ({
    rows: [1, 2],
    cols: [1, 2, 3],
    latent: { rows: 'q_c', cols: 'q_r' },
    rmse: [9, 8, 7, 6, 5, 4],
    images: 64,
  }),
  spectra: () => [{ of: 'columns', values: [4, 3, 2, 1], total: 10, images: 80, name: 'q_c', chosen: 2, noise: null }],
  map: () => ({
    axes: [0, 1],
    entries: 6,
    train: { x: [0, 1], y: [1, 0] },
    test: { x: [0.5, 2, 3], y: [2, 1, 0] },
    positions: { train: [0, 1], test: [2, 3, 4] },
    nearest: [0, 1, 1],
    wrong: [false, true, false],
  }),
  samples: ({ count }: { count: number }) => ({ means: grey(count), images: grey(count) }),
  imputation: ({ tests }: { tests: readonly number[] }) => ({
    tests,
    rmse: tests.map(() => 3),
    rmseOfMean: tests.map(() => 6),
    positions: tests,
    subjects: subjects(tests),
    originals: grey(tests.length),
    holes: grey(tests.length),
    filled: grey(tests.length),
  }),
  components: () => ({
    weights: [0.75, 0.25],
    means: grey(2),
    tests: [0, 1, 2],
    positions: [2, 3, 4],
    responsibilities: [
      [1, 0],
      [0.6, 0.4],
      [0, 1],
    ],
  }),
};
