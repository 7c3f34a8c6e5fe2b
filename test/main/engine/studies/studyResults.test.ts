import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { remarkedResults, studyResults } from '../../../../src/main/engine/studies/studyResults.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../runner/bench.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

it('shows cells that were computed with other default settings, and says so', async () => {
  const one = openBench(join(temporaryFolder(), 'w.eigenbench'), 1);
  onTestFinished(one.close);
  const { studies, cells, datasets } = one.workspace;
  const spec = specWith({ methods: [{ method: '2dpca' }, { method: 'pca' }] });
  const now = createStudy(one.workspace, spec);
  await runToEnd(one, now);
  const planned = cells.all(now);

  const older = studies.add({ ...spec, name: 'older' }, datasets.findByName('faces')!);
  cells.addPlan(
    older,
    planned.map((cell) => (cell.label === 'PCA' ? { ...cell, methodKey: 'of an older version' } : cell)),
  );
  for (const { position } of planned) cells.complete(older, position, cells.result(now, position)!);

  const expected = studyResults(one.workspace, studies.get(now)!);
  const found = studyResults(one.workspace, studies.get(older)!);
  expect(expected.table.rows.map(({ entries }) => entries[0]?.values.length)).toEqual([3, 3]);
  expect(found.table.rows).toEqual(expected.table.rows);
  expect(found.table.footer).toEqual([
    ...expected.table.footer,
    'With default settings of another version of Eigenbench: PCA.',
  ]);
});

it('says under a table which test images have copies in training, and which fits did not converge', async () => {
  const one = openBench(join(temporaryFolder(), 'w.eigenbench'), 1);
  onTestFinished(one.close);
  const { studies, datasets, duplicates } = one.workspace;
  const methods = [{ method: 'bppca', latent: [[2, 2]], settings: { maxIterations: 1 } }, { method: 'pca' }];
  const id = createStudy(one.workspace, specWith({ methods: methods as never }));
  await runToEnd(one, id);
  const study = studies.get(id)!;
  const footer = () => remarkedResults(one.workspace, study).table.footer.join(' ');
  expect(footer()).toContain('Stopped by the iteration limit before convergence: BPPCA (3 of 3 fits).');
  expect(footer()).not.toContain('under another name');

  const { hash, labels } = datasets.factsOf(study.datasetId);
  const ofOne = Array.from(labels, (_, image) => image).filter((image) => labels[image] === labels[0]);
  duplicates.set(hash, 0.999, [ofOne]);
  expect(footer()).toMatch(/In 3 of 3 splits up to \d+ test images are also in training under another name/);
  expect(studyResults(one.workspace, study).table.footer.join(' ')).not.toContain('under another name');
});
