import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kernelName } from '../../../src/core/linalg/index.ts';
import { mergeWorkspace } from '../../../src/main/workspace/mergeWorkspace.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from '../runner/bench.ts';

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
  methods: [{ method: 'pca' }, { method: 'psopca', latent: [[2, 2]] }, { method: '2dpca' }],
  selection: { innerSplits: 2 },
});

async function whole(path: string, of = spec): Promise<unknown> {
  const bench = openBench(path, 2);
  const study = createStudy(bench.workspace, of);
  await runToEnd(bench, study);
  const outcome = outcomeOf(bench.workspace, study);
  await bench.close();
  return outcome;
}

describe('mergeWorkspace', () => {
  it('joins three shards to the bits of an undisturbed run', async () => {
    const folder = temporaryFolder();
    const expected = await whole(join(folder, 'whole.eigenbench'));
    const paths = [1, 2, 3].map((index) => join(folder, `shard-${index}.eigenbench`));
    let cells = 0;
    for (const [i, path] of paths.entries()) {
      const bench = openBench(path, 2);
      const study = createStudy(bench.workspace, spec);
      await runToEnd(bench, study, { index: i + 1, count: 3 });
      const { done } = bench.workspace.studies.get(study)!.cells;
      expect(done).toBe(8);
      cells += done;
      await bench.close();
    }
    expect(cells).toBe(24);

    const target = openWorkspace(join(folder, 'merged.eigenbench'));
    for (const [i, path] of paths.entries()) {
      const source = openWorkspace(path);
      expect(mergeWorkspace(source, target)).toEqual([{ name: 'study', added: 8, open: 16 - 8 * i }]);
      expect(mergeWorkspace(source, target)).toMatchObject([{ added: 0 }]);
      source.close();
    }
    const [merged] = target.studies.list();
    expect(merged.state).toBe('finished');
    expect(target.datasets.list()).toHaveLength(1);
    expect(outcomeOf(target, merged.id)).toEqual(expected);
    target.close();
  });

  it('refuses another study of the same name, and cells that differ, and changes nothing', async () => {
    const folder = temporaryFolder();
    const small = specWith({});
    const before = await whole(join(folder, 'target.eigenbench'), small);
    await whole(join(folder, 'other.eigenbench'), specWith({ seed: 2 }));
    await whole(join(folder, 'differs.eigenbench'), small);
    const target = openWorkspace(join(folder, 'target.eigenbench'));
    const other = openWorkspace(join(folder, 'other.eigenbench'));
    expect(() => mergeWorkspace(other, target)).toThrow('have different studies named "study"');
    const differs = openWorkspace(join(folder, 'differs.eigenbench'));
    const [{ id }] = differs.studies.list();
    const result = differs.cells.result(id, 1)!;
    differs.cells.complete(id, 1, { ...result, predictionHash: 'another' });
    expect(() => mergeWorkspace(differs, target)).toThrow('2DPCA, k=2, repeat 2 predicts other labels');
    expect(outcomeOf(target, id)).toEqual(before);
    for (const workspace of [target, other, differs]) workspace.close();
  });

  it('refuses parts that were computed with another build of the kernels, and names both', async () => {
    const folder = temporaryFolder();
    const spec = specWith({ methods: [{ method: 'pca' }] });
    for (const name of ['target', 'source']) await whole(join(folder, `${name}.eigenbench`), spec);
    const target = openWorkspace(join(folder, 'target.eigenbench'));
    const source = openWorkspace(join(folder, 'source.eigenbench'));
    const [{ id }] = source.studies.list();
    for (const { position } of source.cells.all(id)) {
      source.cells.complete(id, position, { ...source.cells.result(id, position)!, kernel: 'another build' });
    }
    const [own] = target.cells.kernels(id);
    expect(own).toBe(kernelName());
    expect(() => mergeWorkspace(source, target)).toThrow(
      `study was computed with another build in "${source.path}" and with ${own} in "${target.path}"`,
    );
    for (const workspace of [target, source]) workspace.close();
  });
});
