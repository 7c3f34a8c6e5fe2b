/**
 * Runs the one study of a workspace and kills its own process, as `kill -9` would, `after` milliseconds from the moment
 * when `done` cells are finished: node runInChild.ts <workspace> <done> <after>
 */
import { createStudyRunner } from '../../../src/main/runner/studyRunner.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { built } from '../../support/builtApplication.ts';

const [path, done, after] = process.argv.slice(2);
const workspace = openWorkspace(path);
const runner = createStudyRunner({
  workspace,
  workers: () => 2,
  onFault(error) {
    throw error;
  },
  workerFile: built('main/solverWorker.js')?.href,
});
const [{ id }] = workspace.studies.list();
const die = (): unknown => process.kill(process.pid, 'SIGKILL');
runner.subscribe(id, () => {
  const { state, progress } = runner.event(id)!;
  if (state !== 'running') void runner.close().then(workspace.close);
  if (progress.done < Number(done)) return;
  if (after === '0') die();
  else setTimeout(die, Number(after));
});
runner.start(id);
