/** Every field of a spec with every kind of wrong value: one sentence that names the field. */
import { describe, expect, it } from 'vitest';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';

const base = { name: 'all', dataset: 'small', methods: [{ method: 'pca' }] };
const random = { kind: 'random', trainPerSubject: [2], repeats: 3 };
const region = { rows: [0, 3], cols: [1, 4] };

/** Together these use every field that a spec may have. */
const specs: Record<string, unknown>[] = [
  {
    ...base,
    protocol: random,
    subset: { subjects: ['a', 'b'], attributes: { session: ['1'] }, images: [0, 1] },
    seed: 3,
    perturbations: [
      { kind: 'none' },
      { kind: 'gaussian-noise', sigma: [5], on: 'test' },
      { kind: 'salt-and-pepper', fraction: [0.1], on: 'train' },
      { kind: 'occlusion', side: [0.5], at: { row: 1, col: 2 }, value: 0, on: 'both' },
      { kind: 'missing', fraction: [0.2] },
      { kind: 'missing-mask', regions: [region], name: 'scarf', on: 'test' },
    ],
    features: ['equalise', { region }],
    methods: [
      { method: 'pca', label: 'PCA', settings: { a: 1 }, latent: [1, 2] },
      { method: 'glram', latent: { qc: [1, 2], qr: { from: 1, to: 4, step: 2 } } },
      { method: 'glram', latent: { tied: [2] } },
      { method: 'glram', latent: { matched: 'all' } },
      { method: 'glram', latent: [[2, 3]] },
      { method: 'glram', latent: 'adaptive' },
    ],
    classifier: { kind: 'knn', k: 3, metric: 'cosine' },
    comparison: { test: 'welch', alpha: 0.05, correction: 'holm', baseline: 'PCA' },
    selection: { innerSplits: 2 },
    measures: ['identification', { region }],
  },
  {
    ...base,
    protocol: { kind: 'explicit', splits: [{ train: [0, 1], test: [2], gallery: [3] }] },
    classifier: { kind: '1nn', metric: 'cosine' },
  },
  {
    ...base,
    protocol: { kind: 'first', trainPerSubject: [1] },
    classifier: { kind: 'nearest-mean', metric: 'whitened' },
  },
  {
    ...base,
    protocol: { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['2'] }] },
    classifier: { kind: 'ls-svm', kernel: 'linear' },
  },
  { ...base, protocol: { kind: 'leave-one-value-out', attribute: 'session' }, classifier: { kind: 'likelihood' } },
  { ...base, protocol: { kind: 'k-fold', folds: 3, repeats: 2 } },
  { ...base, protocol: { kind: 'leave-one-out' } },
  { ...base, protocol: { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats: 2 } },
];

type Path = readonly (string | number)[];

/** Paths of all values within a value, itself included. */
function paths(value: unknown, at: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, Array.isArray(value) ? Number(key) : key])),
  ];
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((entry, i) => (i === first ? replaced(entry, rest, by) : entry));
  return { ...(value as object), [first]: replaced((value as Record<string, unknown>)[first], rest, by) };
}

const text = (path: Path): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');

const WRONG: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  Infinity,
  '',
  'no such word',
  [],
  {},
  [[]],
  [null],
  { kind: 'none such' },
  ['x', 2],
];
/** What a schema library says where nobody has put it into words. */
const JARGON = /invalid|tuple|undefined|NaN|object Object|expected \w+,|nan\b/i;

describe('a mistake in a spec', () => {
  it('is not there in the specs that the mistakes are made in', () => {
    for (const spec of specs) expect(parseStudySpec(spec)).toMatchObject({ ok: true });
  });

  it.each(specs.map((spec) => [(spec['protocol'] as { kind: string }).kind, spec] as const))(
    'of value is told by the name of its field: %s',
    (_, spec) => {
      for (const path of paths(spec).filter(({ length }) => length > 0)) {
        for (const wrong of WRONG) {
          const parsed = parseStudySpec(replaced(spec, path, wrong));
          if (parsed.ok) continue;
          const field = text(path);
          const where = `${field} = ${JSON.stringify(wrong)}`;
          expect(new Set(parsed.problems.map(({ message }) => message)).size, where).toBe(parsed.problems.length);
          for (const { path: at, message } of parsed.problems) {
            expect(
              at === '' ? message.startsWith('The study spec') : message.includes(at.replace(/\.[^.[]+$/, '')),
              `${where}: ${message}`,
            ).toBe(true);
            expect(field.startsWith(at) || at.startsWith(field), `${where} is told as ${at}`).toBe(true);
            expect(message, where).toMatch(/^[^\n]+\.$/);
            expect(message, where).not.toMatch(JARGON);
          }
        }
      }
    },
  );

  it.each(specs.map((spec) => [(spec['protocol'] as { kind: string }).kind, spec] as const))(
    'of name is told with the names that there are: %s',
    (_, spec) => {
      const objects = paths(spec).filter((path) => {
        const value = path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], spec);
        return value !== null && typeof value === 'object' && !Array.isArray(value);
      });
      for (const path of objects) {
        const last = path[path.length - 1];
        // Names of settings and attributes are free.
        if (last === 'settings' || last === 'attributes') continue;
        const value = path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], spec);
        const parsed = parseStudySpec(replaced(spec, path, { ...(value as object), mistpye: 1 }));
        const problems = parsed.ok ? [] : parsed.problems.map(({ message }) => message);
        expect(problems, text(path)).toHaveLength(1);
        expect(problems[0], text(path)).toMatch(/ has no field "mistpye"; the fields are /);
      }
    },
  );
});
