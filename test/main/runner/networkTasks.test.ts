// @module-tag processes
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256Hex } from '../../../src/core/hash.ts';
import { placeOf } from '../../../src/core/images/storedImages.ts';
import { recipeSchema } from '../../../src/core/networks/recipe.ts';
import { cellTask } from '../../../src/core/study/cells/cellTask.ts';
import { perturbedPixels } from '../../../src/core/perturbations/registry.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { Cancelled } from '../../../src/main/cancelled.ts';
import { storeVectors } from '../../../src/main/engine/datasets/attachmentHandlers.ts';
import { loadStudy } from '../../../src/main/runner/loadStudy.ts';
import { networkTasks } from '../../../src/main/runner/networkTasks.ts';
import { copyDataset } from '../../../src/main/workspace/datasets/copyDataset.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { withNetworks } from '../../support/networks.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { means, smallModel } from '../../support/smallModel.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './bench.ts';

withNetworks();

const SIDE = 8;
const AREA = SIDE * SIDE;
/** What the network computes: the mean of each channel. */
const model = smallModel({ nodes: [means] });
const recipe = recipeSchema.parse({ size: [SIDE, SIDE], mean: 0, scale: 1, template: null });
const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
  methods: [{ method: 'none', label: 'Means', features: ['means'] }, { method: 'pca' }],
  perturbations: [
    { kind: 'none' },
    { kind: 'occlusion', side: [0.5], at: { row: 0, col: 0 }, value: 3, on: 'test' },
    { kind: 'gaussian-noise', sigma: [20], on: 'both' },
  ],
});

/** A workspace of 8 × 8 faces, in colour or in grey, with the vectors of the network. */
function prepared(path: string, { coloured = false } = {}): Workspace {
  const workspace = openWorkspace(path);
  const made = smallDataset({ subjects: 3, perSubject: 4, rows: SIDE, cols: SIDE, bytes: true });
  const { count } = made.images;
  const colours = Array.from({ length: count }, (_, n) =>
    Uint8Array.from({ length: 3 * AREA }, (_, i) => (7 * n + (i % 3) * 50 + Math.floor(i / 3)) % 256),
  );
  const dataset = workspace.datasets.add('faces', { ...made, ...(coloured && { colours }) }, '');
  const values = Float64Array.from({ length: 3 * count }, (_, i) => {
    const n = Math.floor(i / 3);
    const pixels = coloured ? channel(colours[n], i % 3) : greyOf(workspace, n);
    return Math.fround(mean(pixels));
  });
  const network = {
    file: 'means.onnx',
    hash: sha256Hex(model),
    recipe,
    coloured,
    points: Array(count).fill(null),
    model,
  };
  storeVectors(workspace, dataset, { name: 'means', source: 'means', length: 3, values, network }, false);
  return workspace;
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const channel = (triples: ArrayLike<number>, of: number): Float64Array =>
  Float64Array.from({ length: AREA }, (_, i) => triples[3 * i + of]);

function greyOf({ datasets }: Workspace, n: number): Float64Array {
  const pixels = new Float64Array(AREA);
  datasets.readPixels(datasets.findByName('faces')!.id, pixels, [n]);
  return pixels;
}

/** The task of the first row in the first repeat of a condition. */
function taskOf(workspace: Workspace, study: number, condition: string) {
  const stored = workspace.studies.get(study)!;
  const facts = workspace.datasets.factsOf(stored.datasetId);
  const plan = planCells(planStudy(stored.spec), facts);
  const cell = plan.cells.find((each) => each.condition === condition && each.methodKey === plan.methods[0].key)!;
  const split = splitOf(stored.spec, facts, cell.condition, cell.repeat);
  return { stored, task: cellTask(cell, plan.methods[0], { ...stored.spec, datasetHash: stored.datasetHash }, split) };
}

const OCCLUDED = 'k=2 + occlusion=0.5,0:0,3@test';
const NOISY = 'k=2 + gaussian-noise=20@both';
const never = new AbortController().signal;
const loading =
  (workspace: Workspace): Parameters<typeof networkTasks>[2] =>
  async (...wanted) =>
    loadStudy(workspace, ...wanted);

describe('vectors of perturbed images', () => {
  it.each([false, true])('are the network’s of the perturbed pixels (in colour: %s)', async (coloured) => {
    const workspace = prepared(join(temporaryFolder(), 'w.eigenbench'), { coloured });
    onTestFinished(workspace.close);
    const study = createStudy(workspace, spec);
    const channels = (n: number): Float64Array[] => {
      const colours = workspace.datasets.colours(1, n);
      return [0, 1, 2].map((of) => (colours ? channel(colours, of) : greyOf(workspace, n)));
    };
    const vectorsOf = async (condition: string) => {
      const { stored, task } = taskOf(workspace, study, condition);
      const ready = await networkTasks(workspace, stored, loading(workspace), never).ready(task);
      const { images, vectors } = ready.networkVectors!;
      return { task, images: [...images], vector: placeOf(vectors) };
    };
    // A quarter of the pixels is 3.
    const occluded = await vectorsOf(OCCLUDED);
    expect(occluded.images).toEqual([...occluded.task.split.test]);
    const left = (pixels: Float64Array): number => {
      const kept = pixels.filter((_, i) => Math.floor(i / SIDE) >= SIDE / 2 || i % SIDE >= SIDE / 2);
      return (kept.reduce((sum, value) => sum + value, 0) + (3 * AREA) / 4) / AREA;
    };
    occluded.images.forEach((image, n) => {
      channels(image).forEach((pixels, of) => expect(occluded.vector(n)[of]).toBeCloseTo(left(pixels), 4));
    });
    // The noise is that of methods that see pixels, the same in every channel.
    const noisy = await vectorsOf(NOISY);
    const { train, test } = noisy.task.split;
    expect(noisy.images).toEqual([...train, ...test]);
    const range = { low: 0, high: 255 };
    noisy.images.forEach((image, n) => {
      channels(image).forEach((pixels, of) => {
        const of_ = { ...noisy.task, perturbation: noisy.task.perturbation! };
        const own = perturbedPixels(of_, image, pixels, { rows: SIDE, cols: SIDE }, range);
        expect(noisy.vector(n)[of]).toBeCloseTo(mean(Float64Array.from(own)), 4);
      });
    });
  });

  it('are kept, so that nothing is computed twice, and go with the vectors', async () => {
    const workspace = prepared(join(temporaryFolder(), 'w.eigenbench'));
    onTestFinished(workspace.close);
    const study = createStudy(workspace, spec);
    const { stored, task } = taskOf(workspace, study, OCCLUDED);
    const first = await networkTasks(workspace, stored, loading(workspace), never).ready(task);
    const unread = async (): Promise<never> => {
      throw new Error('read again');
    };
    const again = await networkTasks(workspace, stored, unread, never).ready(task);
    expect(again.networkVectors!.images).toEqual(first.networkVectors!.images);
    const values = ({ networkVectors }: typeof task): number[] =>
      [...networkVectors!.images.keys()].flatMap((n) => [...placeOf(networkVectors!.vectors)(n)]);
    expect(values(again)).toEqual(values(first));
    // The place of the block is the same in every repeat.
    const other = { ...task, repeat: 2 };
    expect((await networkTasks(workspace, stored, unread, never).ready(other)).networkVectors).toBeDefined();
    workspace.attachments.remove(1, 'means');
    expect(workspace.networks.get(1, 'means')).toBeNull();
    await expect(networkTasks(workspace, stored, unread, never).ready(task)).rejects.toThrow('is not kept here');
  });

  it('are not computed for whoever has cancelled', async () => {
    const workspace = prepared(join(temporaryFolder(), 'w.eigenbench'));
    onTestFinished(workspace.close);
    const { stored, task } = taskOf(workspace, createStudy(workspace, spec), NOISY);
    const ending = new AbortController();
    const waiting = networkTasks(workspace, stored, loading(workspace), ending.signal).ready(task);
    ending.abort();
    await expect(waiting).rejects.toThrow(Cancelled);
  });

  it('give the same results to the last bit with one worker, with two, and after the process was killed', async () => {
    const folder = temporaryFolder();
    const [, , noise] = spec.perturbations!;
    const noisy = { ...spec, perturbations: [{ kind: 'none' as const }, noise] };
    const outcomes: unknown[] = [];
    for (const workers of [1, 2]) {
      const path = join(folder, `${workers}.eigenbench`);
      prepared(path).close();
      const bench = openBench(path, workers);
      const study = createStudy(bench.workspace, noisy);
      await runToEnd(bench, study);
      expect(bench.workspace.studies.get(study)!.cells).toMatchObject({ done: 8, failed: 0 });
      outcomes.push(outcomeOf(bench.workspace, study));
      await bench.close();
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    const path = join(folder, 'killed.eigenbench');
    const made = prepared(path);
    const study = createStudy(made, noisy);
    made.close();
    const script = fileURLToPath(new URL('./runInChild.ts', import.meta.url));
    for (const [done, after] of [
      [3, 0],
      [5, 30],
    ]) {
      const child = spawn(process.execPath, [script, path, String(done), String(after)], { stdio: 'inherit' });
      expect(await new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)))).toBe('SIGKILL');
    }
    const resumed = openBench(path, 2);
    await runToEnd(resumed, study);
    expect(outcomeOf(resumed.workspace, study)).toEqual(outcomes[0]);
    await resumed.close();
  });
});

it('the network of vectors is copied with them, and its model is kept as long as vectors have it', () => {
  const folder = temporaryFolder();
  const source = prepared(join(folder, 'source.eigenbench'));
  const target = openWorkspace(join(folder, 'target.eigenbench'));
  onTestFinished(source.close);
  onTestFinished(target.close);
  const copy = copyDataset(source, source.datasets.findByName('faces')!, target);
  const network = target.networks.get(copy.id, 'means');
  expect(network).toEqual(source.networks.get(1, 'means'));
  expect(network!.model).toEqual(Buffer.from(model));
  expect(target.attachments.present(copy.id)['means'].network).toBe(true);
  target.attachments.put(copy.id, { ...target.attachments.get(copy.id, 'means')!, name: 'again' });
  target.networks.put(copy.id, 'again', network!);
  target.attachments.remove(copy.id, 'means');
  expect(target.networks.get(copy.id, 'again')!.model).toEqual(Buffer.from(model));
  target.attachments.remove(copy.id, 'again');
  expect(target.networks.get(copy.id, 'again')).toBeNull();
});
