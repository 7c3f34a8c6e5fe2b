/** What is pinned: keys of cells, hashes of splits and predictions, of the preset studies and of every protocol. */
import { readdirSync, readFileSync } from 'node:fs';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { hashOf } from '../../../../src/core/hash.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudyMethod, StudySpec, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { splitHash, splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, dataOf, facts, smallSpec } from '../smallDataset.ts';

/** As many images as ORL or Yale has; keys and splits ask for no pixels. */
const large: DatasetFacts = {
  name: 'generated',
  hash: 'generated-dataset',
  rows: 56,
  cols: 46,
  labels: Int32Array.from({ length: 400 }, (_, n) => Math.floor(n / 10)),
  subjects: Array.from({ length: 40 }, (_, s) => `s${s + 1}`),
  attributes: Array.from({ length: 400 }, (_, n) => ({ session: String((n % 3) + 1) })),
};

const folder = new URL('../../../../resources/studies/', import.meta.url);
/** The preset studies by file. */
const presets = readdirSync(folder).map((file) => {
  const parsed = parseStudySpec(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return [file, parsed.spec] as const;
});

/** One hash for the keys of each method, and one for all splits, of the plan of a spec. */
function planned(spec: StudySpec, dataset: DatasetFacts): Record<string, unknown> {
  const plan = planCells(planStudy(spec), dataset);
  const keys = plan.methods.map(({ label, key }) => {
    const own = plan.cells.filter(({ methodKey }) => methodKey === key);
    return [label, hashOf(own.map((cell) => [cell.key, cell.condition, cell.repeat])).slice(0, 16)];
  });
  const splits = plan.conditions.flatMap(({ key }) =>
    Array.from({ length: plan.repeats }, (_, i) => splitHash(splitOf(spec, dataset, key, i + 1))),
  );
  return { cells: plan.cells.length, keys: Object.fromEntries(keys), splits: hashOf(splits).slice(0, 16) };
}

/** Outcomes by the keys of cells: presets share methods, and what has the same key is the same cell. */
const computed: ReturnType<typeof evaluateAll> = new Map();

/** One hash for the predictions of each method in all cells of a spec on the small dataset. */
function predictions(spec: StudySpec): Record<string, string> {
  const plan = planCells(planStudy(spec), facts);
  const missing = plan.cells.filter(({ key }) => !computed.has(key));
  const outcomes = evaluateAll(spec, facts, dataOf(data.images, data.labels, spec.features), plan, missing);
  for (const [key, outcome] of outcomes) computed.set(key, outcome);
  const hashes = plan.methods.map(({ label, key }) => {
    const own = plan.cells.filter(({ methodKey }) => methodKey === key);
    return [label, hashOf(own.map((cell) => computed.get(cell.key)!.result.predictionHash)).slice(0, 16)];
  });
  return Object.fromEntries(hashes);
}

/** The spec on the small dataset: two repeats, at latent shapes that it has. */
function small(spec: StudySpec): StudySpec {
  const { protocol } = spec;
  const methods = spec.methods.map((entry): StudyMethod => {
    const vector = findMethod(entry.method)!.latentNames.length === 1;
    return { ...entry, latent: vector ? [1, 2] : [[2, 2]] };
  });
  if (protocol.kind !== 'random') throw new Error(`${spec.name} is no longer drawn at random`);
  return { ...spec, methods, protocol: { ...protocol, trainPerSubject: [3], repeats: 2 } };
}

const noise: StudySpecInput['perturbations'] = [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [1], on: 'both' }];
const variants: Record<string, Partial<StudySpecInput>> = {
  random: { perturbations: noise },
  validated: { selection: { innerSplits: 2 } },
  first: { protocol: { kind: 'first', trainPerSubject: [2] } },
  folds: { protocol: { kind: 'k-fold', folds: 3, repeats: 2 } },
  'leave one out': { protocol: { kind: 'leave-one-out' }, subset: { images: [0, 1, 2, 5, 6, 7, 10, 11, 12] } },
  gallery: { protocol: { kind: 'gallery', worldSubjects: 3, galleryPerSubject: [1], repeats: 3 } },
  missing: { perturbations: [{ kind: 'missing', fraction: [0.2] }], methods: [{ method: 'ppca' }, { method: 'pca' }] },
  'predefined splits': {
    protocol: {
      kind: 'explicit',
      splits: [
        { train: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0], test: [10, 12, 11, 14, 13, 15] },
        { train: [10, 11, 12, 13, 14, 15, 16, 17], test: [20, 21, 22, 23] },
      ],
    },
    perturbations: noise,
  },
};

/** Keys and splits of the preset studies; `draws`: as in studies of versions that drew by the hash of the pixels. */
export function pinnedPresets(draws?: 'pixels'): Record<string, unknown> {
  return Object.fromEntries(presets.map(([file, spec]) => [file, planned({ ...spec, draws }, large)]));
}

/** Keys and splits of every protocol, and the predictions; `draws` as in `pinnedPresets`. */
export function pinnedProtocols(draws?: 'pixels'): Record<string, unknown> {
  const found = Object.entries(variants).map(([name, change]) => {
    const spec = smallSpec({ ...change, draws });
    return [name, { ...planned(spec, facts), predictions: predictions(spec) }];
  });
  return Object.fromEntries(found);
}

/** The predictions of the methods of the preset studies. */
export function pinnedPredictions(): Record<string, unknown> {
  // Histograms in many cells need larger images, and the small ones have negative values.
  const suited = presets.filter(([, spec]) => spec.methods.every(({ features }) => features === undefined));
  return Object.fromEntries(suited.map(([file, spec]) => [file, predictions(small(spec))]));
}

/** All numbers of the cells that were computed for them, by their keys; times are left out. */
export function pinnedNumbers(): Record<string, string> {
  return Object.fromEntries(Array.from(computed, ([key, { result }]) => [key, hashOf({ ...result, seconds: null })]));
}
