/**
 * Runs the study of a workspace as on a shared file system, without a write-ahead log: node runShared.ts <workspace>.
 * It ends as a command does, with 1 and a sentence where that fails.
 */
import { reasonOfFault } from '../../../src/main/workspace/workspaceErrors.ts';
import { openBench, runToEnd } from '../../main/runner/bench.ts';

try {
  const bench = openBench(process.argv[2], 1, undefined, { withoutLog: true });
  await runToEnd(bench, bench.workspace.studies.list()[0].id);
  const [fault] = bench.faults;
  await bench.close();
  if (fault !== undefined) throw fault;
} catch (error) {
  process.stderr.write(`${reasonOfFault(error)}.\n`);
  process.exitCode = 1;
}
