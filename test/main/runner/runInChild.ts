/**
 * Runs the one study of a workspace and kills its own process, as `kill -9` would, `after` milliseconds from the moment
 * when `done` cells are finished: node runInChild.ts <workspace> <done> <after>
 */
import { openBench, runToEnd } from './bench.ts';

const [path, done, after] = process.argv.slice(2);
const bench = openBench(path, 2);
const [{ id }] = bench.workspace.studies.list();
const die = (): unknown => process.kill(process.pid, 'SIGKILL');
bench.runner.subscribe(id, () => {
  if (bench.runner.event(id)!.progress.done < Number(done)) return;
  if (after === '0') die();
  else setTimeout(die, Number(after));
});
await runToEnd(bench, id);
await bench.close();
