/**
 * Plans a study of 100,000 cells unless it is there: node planStudy.ts <workspace>. It ends as a command does, with 1
 * and a sentence where that fails.
 */
import { createStudy } from '../../../src/main/engine/studies/createStudy.ts';
import { reasonOfFault } from '../../../src/main/workspace/workspaceErrors.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { specWith } from '../../main/runner/bench.ts';

try {
  const workspace = openWorkspace(process.argv[2]);
  const dataset = workspace.datasets.list()[0];
  const spec = specWith({
    protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 10_000 },
    methods: ['pca', '2dpca', 'ppca', 'glram', 'none'].map((method) => ({ method })),
  });
  if (workspace.studies.findByName(spec.name) === null) {
    await createStudy(workspace, spec, dataset, workspace.datasets.factsOf(dataset.id));
  }
  workspace.close();
} catch (error) {
  process.stderr.write(`${reasonOfFault(error)}.\n`);
  process.exitCode = 1;
}
