import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import { openDatabase } from '../../../src/main/workspace/database.ts';
import { migrations } from '../../../src/main/workspace/migrations.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, runToEnd, specWith } from '../runner/bench.ts';

const split = (first: number) => ({ train: [first, 6, 12, 18, 24], test: [3, 9, 15, 21, 27] });
const spec = specWith({
  protocol: { kind: 'explicit', splits: [split(0), split(1), split(0)] },
  methods: [{ method: 'pca' }],
  perturbations: [{ kind: 'gaussian-noise', sigma: [80], on: 'test' }],
});

it('a workspace in which equal splits shared a key shows each repeat its own result', async () => {
  const path = join(temporaryFolder(), 'w.eigenbench');
  const bench = openBench(path, 1);
  const id = createStudy(bench.workspace, spec);
  await runToEnd(bench, id);
  const shown = (workspace: typeof bench.workspace) => studyResults(workspace, workspace.studies.get(id)!).longTable();
  const expected = shown(bench.workspace);
  await bench.close();

  // The keys of the version before, and the step that follows it.
  const { sql } = migrations.find(({ name }) => name === 'keys of equal predefined splits')!;
  const { db: old } = openDatabase(path);
  old.exec("UPDATE cells SET key = substr(key, 1, instr(key, '#') - 1) WHERE instr(key, '#') > 0");
  expect(old.prepare('SELECT count(DISTINCT key) FROM cells').pluck().get()).toBe(2);
  old.exec(sql);
  old.close();

  const workspace = openWorkspace(path);
  expect(shown(workspace)).toEqual(expected);
  const facts = workspace.datasets.facts(workspace.studies.get(id)!.datasetId)!;
  expect(workspace.cells.all(id).map(({ key }) => key)).toEqual(planStudy(spec, facts).cells.map(({ key }) => key));
  workspace.close();
});
