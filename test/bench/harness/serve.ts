/**
 * What serve.py is, for our side: `node serve.ts module.ts ours|narrow`. The module has prepare(task), which answers a
 * function without arguments. A process has one width, as those of the product have.
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { compileKernelsBy, compilePlainly, kernelName } from '../../../src/core/linalg/index.ts';
import { compiledHere } from '../../../src/main/kernelWidth.ts';
import type { Task } from './compare.ts';
import type { Timing } from './sides.ts';

const WARM_UP = 0.3;
const [, , module, side] = process.argv;

/** As this machine chooses, whatever the environment of tests says; null where that is 128 bits. */
const joined = side === 'narrow' ? null : compiledHere(kernelName(), { environment: {} });
compileKernelsBy((build) => (build === kernelName() && joined) || compilePlainly(build));

function repeat(work: () => unknown, budget: number): Timing {
  let [calls, result]: [number, unknown] = [0, null];
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  do {
    result = work();
    calls++;
  } while (performance.now() - wall < budget * 1000);
  const { user, system } = process.cpuUsage(processor);
  return {
    processor: (user + system) / 1e6 / calls,
    wall: (performance.now() - wall) / 1000 / calls,
    result: result ?? null,
  };
}

const tell = (answer: unknown): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);

const { prepare } = (await import(pathToFileURL(module).href)) as { prepare: (task: Task) => () => unknown };
tell({ versions: { kernels: kernelName(), bits: joined ? '256' : '128' } });
let [current, work]: [string | null, () => unknown] = [null, () => undefined];
for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line) as Task & { readonly budget: number };
  if (task.name !== current) {
    [current, work] = [task.name, prepare(task)];
    if (!task.long) repeat(work, WARM_UP);
  }
  tell(repeat(work, task.budget));
}
