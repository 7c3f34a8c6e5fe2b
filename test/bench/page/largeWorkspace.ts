/**
 * A workspace with finished studies of 10³, 10⁴ and 10⁵ cells and a dataset of 10⁵ images. The cells are planned and
 * stored as those of any study; their results are drawn, as computing them would take days.
 */
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import type { Method } from '../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { stream } from '../../../src/core/random/stream.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import { planCells, type PlannedCell } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { studySpecSchema, type StudySpec } from '../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import type { ImportedDataset } from '../../../src/main/import/types.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';

/** What a study is made of; its cells are the product. */
export interface StudySize {
  readonly name: string;
  readonly methods: number;
  readonly training: number;
  readonly perturbations: number;
  readonly repeats: number;
}

export const studySizes: readonly StudySize[] = [
  { name: '10^3 cells', methods: 20, training: 2, perturbations: 5, repeats: 5 },
  { name: '10^4 cells', methods: 20, training: 5, perturbations: 5, repeats: 20 },
  { name: '10^5 cells', methods: 40, training: 5, perturbations: 10, repeats: 50 },
];

export const LARGE_DATASET = '10^5 images';
const [IMAGES, PER_SUBJECT, SIDE] = [100_000, 50, 32];
const SHAPES = 6;

/** Writes the workspace, which takes about a minute. */
export function writeLargeWorkspace(path: string, sizes: readonly StudySize[]): void {
  const workspace = openWorkspace(path);
  try {
    const { datasets } = workspace;
    datasets.add(LARGE_DATASET, largeDataset(), '');
    const { id, hash } = datasets.add('faces', smallDataset({ subjects: 20, perSubject: 8, bytes: true }), '');
    for (const size of sizes) addStudy(workspace, specOf(size), { id, hash }, datasets.factsOf(id));
  } finally {
    workspace.close();
  }
}

/** Noise, as no two thumbnails may be alike. */
function largeDataset(): ImportedDataset {
  const pixels = Uint8Array.from({ length: IMAGES * SIDE * SIDE }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
  const images = { rows: SIDE, cols: SIDE, count: IMAGES, pixels };
  const subjects = Array.from({ length: IMAGES }, (_, n) => `person ${Math.floor(n / PER_SUBJECT) + 1}`);
  return {
    layout: 'test',
    images,
    subjects,
    files: subjects.map((subject, n) => `${subject}/${(n % PER_SUBJECT) + 1}.png`),
    attributes: subjects.map((_, n) => ({ session: String((n % 2) + 1) })),
    problems: [],
    hash: datasetHash(images, subjects),
  };
}

/** Methods in the order of the registry, then again under other names; training images from 2; noise from clean. */
function specOf(size: StudySize): StudySpec {
  const sigma = Array.from({ length: size.perturbations - 1 }, (_, s) => 5 * (s + 1));
  return studySpecSchema.parse({
    name: size.name,
    dataset: 'faces',
    protocol: {
      kind: 'random',
      trainPerSubject: Array.from({ length: size.training }, (_, k) => k + 2),
      repeats: size.repeats,
    },
    perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma }],
    methods: Array.from({ length: size.methods }, (_, m) => {
      const { id, title } = methods[m % methods.length];
      return m < methods.length ? { method: id } : { method: id, label: `${title} again`, latent: shapesOf(id) };
    }),
  });
}

/** 1 to `SHAPES` in every latent dimension. */
function shapesOf(id: string): number[][] {
  const { latentNames } = findMethod(id)!;
  return Array.from({ length: SHAPES }, (_, q) => latentNames.map(() => q + 1));
}

function addStudy(
  { studies, cells, transaction }: Workspace,
  spec: StudySpec,
  dataset: { id: number; hash: string },
  facts: DatasetFacts,
): void {
  const id = studies.add(spec, dataset);
  const plan = planCells(planStudy(spec), facts);
  const ids = new Map(plan.methods.map(({ label, methodId }) => [label, methodId]));
  const draw = drawnResults(spec, facts);
  transaction(() => {
    cells.addPlan(id, plan.cells);
    plan.cells.forEach((cell, position) => cells.complete(id, position, draw(cell, ids.get(cell.label)!)));
  });
}

/** Results as cells have them: every method has an error of its own, which falls with the latent dimension. */
function drawnResults(spec: StudySpec, facts: DatasetFacts) {
  const random = stream('large workspace', spec.name);
  const splits = new Map<string, ReturnType<typeof splitOf>>();
  const levels = new Map<Method['id'], number>();
  return ({ condition, repeat }: PlannedCell, method: string): CellResult => {
    const key = `${condition} ${repeat}`;
    const split = splits.get(key) ?? splitOf(spec, facts, condition, repeat);
    splits.set(key, split);
    const level = levels.get(method) ?? 0.1 + 0.5 * random.uniform();
    levels.set(method, level);
    const gallery = split.gallery ?? split.train;
    const sameSubject = Array.from(split.test, (image) =>
      gallery.findIndex((other) => facts.labels[other] === facts.labels[image]),
    );
    const tests = split.test.length;
    const shapes = shapesOf(method);
    const nearest = new Uint16Array(SHAPES * tests);
    const wrong = shapes.map((_, s) => {
      const chance = level / Math.sqrt(s + 1);
      let count = 0;
      for (let t = 0; t < tests; t++) {
        const index = random.uniform() < chance ? Math.floor(gallery.length * random.uniform()) : sameSubject[t];
        nearest[s * tests + t] = index;
        if (facts.labels[gallery[index]] !== facts.labels[split.test[t]]) count++;
      }
      return count;
    });
    return {
      shapes,
      wrong,
      testCount: tests,
      nearest,
      predictionHash: '0'.repeat(64),
      iterations: shapes.map(() => 0),
      converged: shapes.map(() => true),
      logLikelihood: shapes.map(() => null),
      warnings: [],
      failures: [],
      fits: 1,
      seconds: 0.01 + 0.1 * level,
      kernel: 'wasm-relaxed-simd',
    };
  };
}
