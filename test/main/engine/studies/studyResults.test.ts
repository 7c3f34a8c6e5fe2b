import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { studyResults } from '../../../../src/main/engine/studies/studyResults.ts';
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
