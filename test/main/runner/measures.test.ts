import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergeInto } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './bench.ts';

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
  methods: [{ method: 'pca' }, { method: 'glram', latent: 'adaptive' }, { method: 'psopca', latent: [[2, 2]] }],
  classifier: { kind: 'ls-svm', kernel: 'rbf' },
  perturbations: [
    { kind: 'none' },
    { kind: 'missing-mask', name: 'corner', regions: [{ rows: [0, 2], cols: [0, 2] }], on: 'test' },
  ],
  measures: [
    'identification',
    'verification',
    'reconstruction',
    { region: { rows: [1, 3], cols: [1, 3] } },
    'likelihood',
  ],
});

it('measures, adaptive grids and machines have the same bits whatever the workers, in one run, stopped or in shards', async () => {
  const folder = temporaryFolder();
  const whole = async (name: string, workers: number, stop: boolean): Promise<unknown> => {
    const bench = openBench(join(folder, `${name}.eigenbench`), workers);
    const study = createStudy(bench.workspace, spec);
    if (stop) {
      const begun = new Promise<void>((resolve) => {
        const unsubscribe = bench.runner.subscribe(study, () => {
          if (bench.workspace.cells.withStatus(study, 'done').length === 0) return;
          unsubscribe();
          resolve();
        });
      });
      bench.runner.start(study);
      await begun;
      await bench.runner.cancel(study);
      expect(bench.workspace.cells.withStatus(study, 'pending')).not.toEqual([]);
    }
    await runToEnd(bench, study);
    expect(bench.faults).toEqual([]);
    const outcome = outcomeOf(bench.workspace, study);
    await bench.close();
    return outcome;
  };
  const expected = await whole('one', 1, false);
  const { measures } = (expected as { cells: { measures: { values: Record<string, unknown> } }[] }).cells[0];
  expect(Object.keys(measures.values)).toEqual([
    'rank-1',
    'rank-5',
    'rank-10',
    'rank-20',
    'verification-auc',
    'verification-eer',
    'rmse',
    'rmse-region',
    'log-likelihood',
  ]);
  expect(await whole('two', 2, true)).toEqual(expected);

  const target = openWorkspace(join(folder, 'merged.eigenbench'));
  for (const index of [1, 2]) {
    const bench = openBench(join(folder, `shard-${index}.eigenbench`), 1);
    await runToEnd(bench, createStudy(bench.workspace, spec), { index, count: 2 });
    await bench.close();
    const source = openWorkspace(join(folder, `shard-${index}.eigenbench`));
    mergeInto(target)(source);
    source.close();
  }
  expect(outcomeOf(target, target.studies.list()[0].id)).toEqual(expected);
  target.close();
});
