/**
 * A process that never closes its workspace, as a host: node openForEver.ts <workspace> study|cell. Ends a study, or
 * commits one cell of it, says so, and waits to be killed.
 */
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import { openBench, runToEnd } from '../../main/runner/bench.ts';

const [path, what] = process.argv.slice(2);
const bench = openBench(path, 1);
const { cells, studies } = bench.workspace;
const [{ id }] = studies.list();
if (what === 'study') await runToEnd(bench, id);
else {
  const result: CellResult = {
    shapes: [[1], [2]],
    wrong: [1, 1],
    testCount: 3,
    nearest: Uint16Array.from([0, 1, 2, 2, 1, 0]),
    predictionHash: 'predicted',
    iterations: [1, 1],
    converged: [true, true],
    logLikelihood: [null, null],
    warnings: [],
    failures: [],
    fits: 1,
    kernel: 'wasm-simd',
    seconds: 0.125,
  };
  cells.complete(id, 0, result);
}
process.stdout.write('done');
setInterval(() => undefined, 1000);
