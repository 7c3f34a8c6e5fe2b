/** Data as the engine answers it, made up: smooth error surfaces, so that charts and tables have something to show. */
import { measureOf, measuresOf } from '../../src/core/measures/measures.ts';
import { pairReport } from '../../src/core/compare/pairReport.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../src/core/study/table/tableOptions.ts';
import type { DatasetAudit } from '../../src/core/contract/audits.ts';
import type { DatasetSummary } from '../../src/core/contract/datasets.ts';
import type { MethodInfo } from '../../src/core/contract/methods.ts';
import type { NotebookEntry } from '../../src/core/contract/notebook.ts';
import type { StudyDetails, StudySummary } from '../../src/core/contract/studies.ts';
import type {
  PairComparison,
  StudyDisagreements,
  StudyMistakes,
  StudySplit,
} from '../../src/core/contract/studyResults.ts';
import type { Characteristic } from '../../src/core/figures/charts/characteristic.ts';
import type { StudyConfusion } from '../../src/core/study/table/confusion.ts';
import { compareStudies, type StudiesComparison } from '../../src/core/study/comparison/compareStudies.ts';
import type { ReadResults } from '../../src/renderer/study/run/useStudyWatch.ts';
import type { Curve, StudyTable, TableEntry } from '../../src/core/study/table/table.ts';
import { studySpecSchema, type StudySpecInput } from '../../src/core/study/spec/spec.ts';
import { planStudy } from '../../src/core/study/study.ts';
import { studyVerdict } from '../../src/core/study/verdict/verdict.ts';

const citation = {
  key: 'example',
  type: 'article',
  authors: ['A. Author', 'B. Author'],
  title: 'An example',
  venue: 'Journal of Examples',
  year: 2012,
} as const;

const tolerance = {
  name: 'tolerance',
  title: 'Tolerance',
  help: 'Stops when the objective changes by less than this share. The paper uses 1e-5.',
  kind: 'number',
  default: 1e-5,
  min: 1e-14,
  max: 0.1,
} as const;

const iterations = {
  name: 'iterations',
  title: 'Maximum iterations',
  help: 'Stops after so many iterations at the latest. The paper uses 20.',
  kind: 'integer',
  default: 20,
  min: 1,
  max: 10_000,
} as const;

const start = {
  name: 'start',
  title: 'Start',
  help: 'Where the iterations begin.',
  kind: 'choice',
  default: 'identity',
  choices: [
    { value: 'identity', title: 'Leading unit vectors' },
    { value: 'random', title: 'Random' },
  ],
} as const;

function method(
  id: string,
  title: string,
  fullName: string,
  kind: 'vector' | 'matrix',
  colour: string,
  parameters: MethodInfo['parameters'] = [],
): MethodInfo {
  return {
    id,
    title,
    fullName,
    family: kind === 'vector' ? 'vector' : 'bilinear',
    description: `${fullName}: an example description of one sentence.`,
    citation,
    latentKind: kind,
    latentNames: kind === 'vector' ? ['q'] : ['q_c', 'q_r'],
    parameters,
    formula: kind === 'vector' ? 'x = W z + μ + ε' : 'X ≈ W + U_c Z U_rᵀ',
    nested: parameters.length === 0,
    demanding: false,
    appearance: { light: colour, dark: colour, marker: kind === 'vector' ? 'circle' : 'rect', fill: 'full', dash: [] },
  };
}

export const fakeMethods: readonly MethodInfo[] = [
  method('pca', 'PCA', 'Principal component analysis', 'vector', '#0072B2'),
  method('ppca', 'PPCA', 'Probabilistic principal component analysis', 'vector', '#E69F00'),
  method('2dpca', '2DPCA', 'Two-dimensional principal component analysis', 'matrix', '#009E73'),
  method('glram', 'GLRAM', 'Generalised low rank approximations of matrices', 'matrix', '#D55E00', [
    tolerance,
    iterations,
    start,
  ]),
  method('bppca', 'BPPCA', 'Bilinear probabilistic principal component analysis', 'matrix', '#CC79A7', [
    tolerance,
    iterations,
  ]),
];

/** Nothing in the notebook. */
const unnoted: NotebookEntry = { note: '', tags: [], starred: false };

export const fakeDatasets: readonly DatasetSummary[] = [
  {
    id: 1,
    name: 'orl',
    layout: 'orl',
    source: '/home/researcher/faces/orl',
    rows: 56,
    cols: 46,
    count: 400,
    subjects: 40,
    perSubject: [10, 10],
    range: [0, 255],
    hash: '3946327a6a79cdbd21451e0367f31a76cf3ba681a1da1325f223cc92deb3b672',
    createdAt: '2026-11-20T09:30:00Z',
    problems: [],
    excluded: 0,
    coloured: false,
    preprocessing: null,
    ...unnoted,
  },
  {
    id: 2,
    name: 'yale',
    layout: 'yale',
    source: '/home/researcher/faces/yale',
    rows: 243,
    cols: 320,
    count: 164,
    subjects: 15,
    perSubject: [10, 11],
    range: [0, 1],
    hash: '667ff42a445034306d3fb2efd7163e9e0b73f4556c5650a8a31c102382e21047',
    createdAt: '2026-11-20T10:10:00Z',
    problems: [{ file: 'subject04.sad.gif', reason: 'The file ends before the image does.' }],
    excluded: 0,
    coloured: false,
    preprocessing: null,
    ...unnoted,
  },
];

/** One pair of identical images, one under two subjects, one subject with fewer images. */
export const fakeAudit: DatasetAudit = {
  exact: [
    { images: [3, 7], sameSubject: true },
    { images: [4, 15], sameSubject: false },
  ],
  near: {
    searched: true,
    threshold: 0.999,
    count: 1,
    pairs: [{ images: [20, 21], sameSubject: true, correlation: 0.99954 }],
  },
  recropped: {
    searched: true,
    threshold: 0.9991,
    pairs: [{ images: [50, 51], sameSubject: true, correlation: 0.99951 }],
    skipped: [],
  },
  constant: [],
  truncated: [{ image: 30, rows: 12 }],
  counts: {
    subjects: 40,
    least: 9,
    most: 10,
    usual: 10,
    unusual: [{ subject: 's4', count: 9 }],
    single: [],
  },
  images: Object.fromEntries(
    [3, 4, 7, 15, 20, 21, 30, 50, 51].map((n) => [
      n,
      { file: `s${Math.floor(n / 10) + 1}/${(n % 10) + 1}.pgm`, subject: `s${Math.floor(n / 10) + 1}` },
    ]),
  ),
  sizes: { usual: null, odd: [] },
  eyes: null,
  faces: null,
};

export const fakeSpec: StudySpecInput = {
  name: 'ORL, five methods',
  dataset: 'orl',
  protocol: { kind: 'random', trainPerSubject: [2, 3, 4], repeats: 10 },
  seed: 1,
  methods: fakeMethods.map((info) => ({ method: info.id })),
};

export function fakeStudy(id: number, change: Partial<StudySummary> = {}, spec = fakeSpec): StudyDetails {
  const parsed = studySpecSchema.parse(spec);
  return {
    id,
    name: parsed.name,
    dataset: parsed.dataset,
    state: 'finished',
    cells: { total: 150, done: 150, failed: 0 },
    createdAt: '2026-11-20T11:00:00Z',
    seconds: 83.4,
    fault: null,
    spec: parsed,
    methods: parsed.methods.map((entry) => {
      const info = fakeMethods.find((candidate) => candidate.id === entry.method) ?? fakeMethods[0];
      return { label: entry.label ?? info.title, methodId: info.id, appearance: info.appearance };
    }),
    measures: measuresOf(parsed),
    ...unnoted,
    ...change,
  };
}

/** Least mean error (%) of each method at k = 2, and the shape where it lies. */
const levels: Record<string, { least: number; at: readonly number[] }> = {
  PCA: { least: 18.8, at: [42] },
  PPCA: { least: 25.3, at: [18] },
  '2DPCA': { least: 16.5, at: [56, 4] },
  GLRAM: { least: 16.4, at: [14, 6] },
  BPPCA: { least: 18.5, at: [10, 4] },
};

function repeatsOf(mean: number, seed: number): number[] {
  return Array.from({ length: 10 }, (_, i) => mean + 2.4 * Math.sin(1.7 * i + seed));
}

function surface(label: string, shape: readonly number[], k: number): number {
  const { least, at } = levels[label] ?? levels.PCA;
  const off = shape.reduce((sum, q, axis) => {
    const ratio = Math.log(q / at[axis]);
    return sum + (ratio < 0 ? 0.28 : 0.06) * ratio * ratio;
  }, 0);
  return Math.min(96, (least / (k - 1) ** 0.75) * (1 + off));
}

/** Fourteen test images that are taken for the next subject. */
export const fakeMistakes: StudyMistakes = {
  datasetId: 1,
  tests: 320,
  mistakes: Array.from({ length: 14 }, (_, n) => ({
    image: 10 * n + 5,
    nearest: 10 * n + 11,
    truth: `s${n + 1}`,
    predicted: `s${n + 2}`,
    right: 10 * n,
  })),
};

export const fakeConfusion: StudyConfusion = {
  shape: [14, 6],
  repeats: 10,
  subjects: ['s1', 's2', 's3'],
  counts: [
    [70, 9, 1],
    [4, 76, 0],
    [0, 0, 80],
  ],
  pairs: [
    { truth: 0, predicted: 1, count: 9, tests: 80 },
    { truth: 1, predicted: 0, count: 4, tests: 80 },
    { truth: 0, predicted: 2, count: 1, tests: 80 },
  ],
};

/** k images a subject of the first dataset, other ones in every repeat. */
export function fakeSplit(condition: string, repeat: number): StudySplit {
  const k = Number(condition.slice('k='.length));
  const trains = (index: number): boolean => (index + repeat) % 10 < k;
  const indices = Array.from({ length: 400 }, (_, index) => index);
  const test = indices.filter((index) => !trains(index));
  return {
    datasetId: 1,
    repeats: 10,
    train: indices.filter(trains),
    test,
    gallery: null,
    hash: `${condition} ${repeat}`,
  };
}

/** Two methods whose values differ by a point or so over ten repeats. */
export function fakeComparison(condition: string): PairComparison[] {
  const repeats = Array.from({ length: 10 }, (_, i) => i + 1);
  const [first, second] = [18.8, 17.1].map((mean, row) => ({ values: repeatsOf(mean, row / 3), repeats }));
  const mcnemar = { repeat: 1, tests: 320, onlyFirstWrong: 21, onlySecondWrong: 9 };
  const report = pairReport(first, second, { testToTrain: () => 4, halfWidth: 1, alpha: 0.05, mcnemar });
  return [{ condition, title: condition, report }];
}

/** One image that only the first method recognises, in two of three tests; none the other way round. */
export function fakeDisagreements(): StudyDisagreements {
  const image = { image: 4, tested: 3, times: 2, repeat: 1, first: 0, second: 12 };
  const names = { truth: 's1', firstAnswer: 's1', secondAnswer: 's2' };
  return {
    datasetId: 1,
    repeats: 10,
    tests: 3200,
    onlyFirstRight: { cases: 2, distinct: 1, images: [{ ...image, ...names }] },
    onlySecondRight: { cases: 0, distinct: 0, images: [] },
  };
}

export function fakeResults(
  study: StudyDetails,
  options: TableOptionsInput = {},
): ReadResults & { readonly curves: Curve[] } {
  const conditions = [2, 3, 4].map((k) => ({ key: `k=${k}`, title: `k = ${k}` }));
  const rows = study.methods.map((entry, row) => ({
    label: entry.label,
    methodId: entry.methodId,
    entries: conditions.map((_, column): TableEntry => {
      const { at } = levels[entry.label] ?? levels.PCA;
      const errors = repeatsOf(surface(entry.label, at, column + 2), row + column);
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      const std = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (errors.length - 1));
      const standing = entry.label === 'GLRAM' ? 'best' : entry.label === '2DPCA' ? 'tie' : 'worse';
      return {
        mean,
        std,
        shape: at,
        values: errors,
        repeats: errors.map((_error, i) => i + 1),
        failed: 0,
        pending: 0,
        planned: errors.length,
        compared: { mean, repeats: errors.length },
        standing,
        significant: false,
        p: standing === 'best' ? null : standing === 'tie' ? 0.46 : 0.0004 * (row + 1),
      };
    }),
  }));
  const curves = study.methods.flatMap((entry) =>
    [2, 3, 4].map((k): Curve => {
      const matrix = (levels[entry.label] ?? levels.PCA).at.length === 2;
      const shapes = matrix
        ? Array.from({ length: 20 * 16 }, (_, i) => [Math.floor(i / 16) + 1, (i % 16) + 1])
        : Array.from({ length: 40 * k - 1 }, (_, i) => [i + 1]);
      return {
        label: entry.label,
        methodId: entry.methodId,
        condition: `k=${k}`,
        latentNames: matrix ? ['q_c', 'q_r'] : ['q'],
        points: shapes.map((shape) => ({
          shape,
          codeSize: shape.reduce((size, q) => size * q, 1),
          mean: surface(entry.label, shape, k),
          std: 2.3,
          n: 10,
        })),
      };
    }),
  );
  const table: StudyTable = {
    study: study.name,
    dataset: study.dataset,
    measure: measureOf(options.measure ?? 'error-rate'),
    options: tableOptionsSchema.parse(options),
    conditions,
    rows,
    footer: [
      'Error rate of the nearest neighbour in per cent, mean ± sample standard deviation over 10 repeats.',
      'k random training images per subject (seed 1), the rest for testing; all methods share the splits.',
      'Bold: least mean error. * significantly worse than the best (two-sample one-sided t-test, α = 0.05).',
    ],
    essentials: [],
    done: study.cells.done,
    total: study.cells.total,
  };
  const verdict = studyVerdict(planStudy(study.spec), table, { testToTrain: () => 1 });
  return { table, verdict, curves, failed: [] };
}

/** A cumulative match characteristic of every method. */
export function fakeCharacteristics({ methods }: StudyDetails): Characteristic[] {
  return methods.map(({ label, appearance }, n) => ({
    label,
    appearance,
    shape: [n + 2],
    points: [0.6, 0.8, 0.9].map((y, rank) => ({ x: rank + 1, y: y + n / 100 })),
  }));
}

/** Studies of the same splits, each compared with the first. */
export function fakeSideBySide(studies: readonly StudyDetails[]): StudiesComparison {
  const tables = studies.map((study) => fakeResults(study).table);
  return compareStudies(
    studies.map(({ spec }, n) => ({
      study: planStudy(spec),
      datasetHash: 'hash',
      identities: 'names',
      table: tables[n],
      splitHash: (k, r) => `${k} ${r}`,
    })),
  );
}
