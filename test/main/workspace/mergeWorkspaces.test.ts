import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { kernelName } from '../../../src/core/linalg/index.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { storedManifest } from '../../../src/main/engine/studies/studyFiles.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { mergeInto, unmergedCells } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { sharedFolder, temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from '../runner/bench.ts';

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
  methods: [
    { method: 'pca' },
    { method: 'psopca', settings: { restart: 'cold' }, latent: [[2, 2]] },
    { method: '2dpca' },
  ],
  selection: { innerSplits: 2 },
});

const small = specWith({});

async function whole(path: string, of: StudySpec, workers: number): Promise<unknown> {
  const bench = openBench(path, workers);
  const study = createStudy(bench.workspace, of);
  await runToEnd(bench, study);
  const outcome = outcomeOf(bench.workspace, study);
  await bench.close();
  return outcome;
}

describe('mergeInto', () => {
  /** What an undisturbed run of each spec gives, and the file of the small one, to be copied. */
  let expected: unknown;
  let expectedSmall: unknown;
  const folder = sharedFolder();
  const smallFile = join(folder, 'small.eigenbench');

  beforeAll(async () => {
    expected = await whole(join(folder, 'whole.eigenbench'), spec, 2);
    expectedSmall = await whole(smallFile, small, 1);
  });

  it('joins three shards to the bits of an undisturbed run', async () => {
    const folder = temporaryFolder();
    const paths = [1, 2, 3].map((index) => join(folder, `shard-${index}.eigenbench`));
    let cells = 0;
    for (const [i, path] of paths.entries()) {
      const bench = openBench(path, 1);
      const shard = { index: i + 1, count: 3 };
      // One of them with the whole plan, as parts had it before they stored their own cells alone.
      const study = i === 1 ? createStudy(bench.workspace, spec) : createStudy(bench.workspace, spec, shard);
      await runToEnd(bench, study, shard);
      expect(bench.workspace.cells.all(study)).toHaveLength(i === 1 ? 24 : 8);
      const { partial, state, cells: counts } = bench.workspace.studies.get(study)!;
      expect({ partial, state, counts }).toEqual({
        partial: i !== 1,
        state: 'stopped',
        counts: { total: 24, done: 8, failed: 0 },
      });
      cells += counts.done;
      await bench.close();
    }
    expect(cells).toBe(24);

    const target = openWorkspace(join(folder, 'merged.eigenbench'));
    const merge = mergeInto(target);
    for (const [i, path] of paths.entries()) {
      const source = openWorkspace(path);
      expect(merge(source)).toEqual([{ name: 'study', added: 8, open: 16 - 8 * i }]);
      expect(merge(source)).toEqual([{ name: 'study', added: 0, open: 16 - 8 * i }]);
      expect(mergeInto(target)(source)).toMatchObject([{ added: 0 }]);
      source.close();
    }
    const [merged] = target.studies.list();
    expect(merged.state).toBe('finished');
    expect(target.datasets.list()).toHaveLength(1);
    expect(outcomeOf(target, merged.id)).toEqual(expected);
    target.close();
  });

  it('shows of a part what it shows of a study of which only these cells are finished', async () => {
    const folder = temporaryFolder();
    const shard = { index: 2, count: 3 };
    const shownOf = async (name: string, own?: typeof shard): Promise<unknown> => {
      const bench = openBench(join(folder, name), 1);
      const study = createStudy(bench.workspace, spec, own);
      await runToEnd(bench, study, shard);
      const stored = bench.workspace.studies.get(study)!;
      const shown = [studyResults(bench.workspace, stored).table, storedManifest(bench.workspace, stored)];
      await bench.close();
      return shown;
    };
    expect(await shownOf('part', shard)).toEqual(await shownOf('whole'));
  });

  it('goes on in a part with another shard, and with the whole study', async () => {
    const bench = openBench(join(temporaryFolder(), 'part.eigenbench'), 1);
    const { workspace } = bench;
    const study = createStudy(workspace, spec, { index: 1, count: 6 });
    await runToEnd(bench, study, { index: 1, count: 6 });
    expect(workspace.studies.get(study)!.cells).toEqual({ total: 24, done: 4, failed: 0 });
    await runToEnd(bench, study, { index: 2, count: 6 });
    expect(workspace.studies.get(study)).toMatchObject({ partial: true, cells: { total: 24, done: 8 } });
    expect(workspace.cells.all(study)).toHaveLength(8);
    await runToEnd(bench, study);
    expect(workspace.studies.get(study)).toMatchObject({ partial: false, state: 'finished' });
    expect(outcomeOf(workspace, study)).toEqual(expected);
    await bench.close();
  });

  it('fills a target that is a part itself, and refuses a part with a cell that the plan has not', async () => {
    const folder = temporaryFolder();
    const parts = [];
    for (const index of [1, 2]) {
      const bench = openBench(join(folder, `${index}.eigenbench`), 1);
      const shard = { index, count: 2 };
      await runToEnd(bench, createStudy(bench.workspace, small, shard), shard);
      await bench.close();
      parts.push(openWorkspace(join(folder, `${index}.eigenbench`)));
    }
    const [target, source] = parts;
    expect(mergeInto(target)(source)).toMatchObject([{ open: 0 }]);
    expect(outcomeOf(target, target.studies.list()[0].id)).toEqual(expectedSmall);

    const foreign = openWorkspace(join(folder, 'foreign.eigenbench'));
    const dataset = foreign.datasets.add('faces', smallDataset(), '');
    const study = foreign.studies.add(small, dataset, { planSize: 3 });
    const [cell] = planCells(planStudy(small), foreign.datasets.factsOf(dataset.id)).cells;
    foreign.cells.addPlan(study, [{ ...cell, key: cell.key.replace(/^./, 'g') }]);
    expect(() => mergeInto(target)(foreign)).toThrow('k=2, repeat 1 is not a cell of the study');
    for (const workspace of [target, source, foreign]) workspace.close();
  });

  it('refuses drawn splits where the same pixels have other names, but not splits that follow from the dataset', () => {
    const folder = temporaryFolder();
    const [target, source] = ['target', 'source'].map((name) => openWorkspace(join(folder, `${name}.eigenbench`)));
    const images = smallDataset();
    target.datasets.add('faces', images, '');
    const renamed = source.datasets.add(
      'faces',
      { ...images, files: images.files.map((_, n) => `image ${n}.png`) },
      '',
    );
    source.studies.add(small, renamed);
    expect(() => mergeInto(target)(source)).toThrow('are drawn by the names of the images, which differ in');
    source.studies.remove(source.studies.list()[0].id);
    source.studies.add({ ...small, protocol: { kind: 'first', trainPerSubject: [2] } }, renamed);
    expect(mergeInto(target)(source)).toMatchObject([{ added: 0 }]);
    for (const workspace of [target, source]) workspace.close();
  });

  it('refuses another study of the same name, and cells that differ, and changes nothing', async () => {
    const folder = temporaryFolder();
    for (const name of ['target', 'differs']) copyFileSync(smallFile, join(folder, `${name}.eigenbench`));
    await whole(join(folder, 'other.eigenbench'), specWith({ seed: 2 }), 1);
    const target = openWorkspace(join(folder, 'target.eigenbench'));
    const other = openWorkspace(join(folder, 'other.eigenbench'));
    expect(() => mergeInto(target)(other)).toThrow('have different studies named "study"');
    const differs = openWorkspace(join(folder, 'differs.eigenbench'));
    const [{ id }] = differs.studies.list();
    const result = differs.cells.result(id, 1)!;
    differs.cells.complete(id, 1, { ...result, predictionHash: 'another' });
    expect(() => mergeInto(target)(differs)).toThrow('2DPCA, k=2, repeat 2 predicts other labels');
    expect(outcomeOf(target, id)).toEqual(expectedSmall);
    for (const workspace of [target, other, differs]) workspace.close();
  });

  it('refuses parts that were computed with another build of the kernels, and names both', () => {
    const folder = temporaryFolder();
    for (const name of ['target', 'source']) copyFileSync(smallFile, join(folder, `${name}.eigenbench`));
    const target = openWorkspace(join(folder, 'target.eigenbench'));
    const source = openWorkspace(join(folder, 'source.eigenbench'));
    const [{ id }] = source.studies.list();
    for (const { position } of source.cells.all(id)) {
      source.cells.complete(id, position, { ...source.cells.result(id, position)!, kernel: 'another build' });
    }
    const [own] = target.cells.kernels(id);
    expect(own).toBe(kernelName());
    expect(() => mergeInto(target)(source)).toThrow(
      `study was computed with another build in "${source.path}" and with ${own} in "${target.path}"`,
    );
    for (const workspace of [target, source]) workspace.close();
  });
});

it('counts finished and failed cells that the target does not have, or has with other predictions', async () => {
  const folder = temporaryFolder();
  const bench = openBench(join(folder, 'part.eigenbench'), 1);
  const study = createStudy(bench.workspace, specWith({}));
  await runToEnd(bench, study);
  const source = bench.workspace;
  const { total } = source.studies.get(study)!.cells;
  expect(total).toBeGreaterThan(1);
  const target = openWorkspace(join(folder, 'target.eigenbench'));
  expect(unmergedCells(source, target)).toBe(total);
  mergeInto(target)(source);
  expect(unmergedCells(source, target)).toBe(0);

  const [{ id }] = target.studies.list();
  target.cells.complete(id, 1, { ...target.cells.result(id, 1)!, predictionHash: 'another' });
  expect(unmergedCells(source, target)).toBe(1);

  const failing = openBench(join(folder, 'failed.eigenbench'), 1);
  const open = createStudy(failing.workspace, specWith({}));
  failing.workspace.cells.fail(open, 0, 'no fit');
  const empty = openBench(join(folder, 'open.eigenbench'), 1);
  const same = createStudy(empty.workspace, specWith({}));
  expect(unmergedCells(failing.workspace, empty.workspace)).toBe(1);
  empty.workspace.cells.fail(same, 0, 'no fit');
  expect(unmergedCells(failing.workspace, empty.workspace)).toBe(0);
  await failing.close();
  await empty.close();
  target.close();
  await bench.close();
});
