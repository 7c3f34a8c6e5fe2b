import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergeInto, unmergedCells } from '../../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../runner/bench.ts';

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
