/** A Python process with NumPy that runs reference tasks on demand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Timing {
  /** Median of the calls within the budget. */
  readonly seconds: number;
  /** What the task answers, e.g. its number of iterations. */
  readonly result: number | null;
}

export interface NumPy {
  readonly version: string;
  /** Runs a task of the module for about `budget` seconds. */
  readonly run: (task: { readonly name: string }, budget: number) => Promise<Timing>;
  readonly close: () => void;
}

const server = fileURLToPath(new URL('./serve.py', import.meta.url));

/** One BLAS thread, as a worker of a study has one. Null, with a word printed, where Python or NumPy is missing. */
export async function openNumPy(module: URL): Promise<NumPy | null> {
  // The system's Python first: Debian's NumPy is the one the aims were set against.
  for (const python of ['/usr/bin/python3', 'python3']) {
    const opened = await start(python, fileURLToPath(module));
    if (opened) return opened;
  }
  console.log('NumPy not found: times without ratios.');
  return null;
}

async function start(python: string, module: string): Promise<NumPy | null> {
  const child = spawn(python, [server, module], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
  });
  child.stdin.on('error', () => undefined);
  const started = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!started) return null;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async <T>(): Promise<T | null> => {
    const { value, done } = await lines.next();
    return done ? null : (JSON.parse(value) as T);
  };
  const greeting = await answer<{ version: string }>();
  if (!greeting) return null;
  return {
    version: greeting.version,
    async run(task, budget) {
      child.stdin.write(`${JSON.stringify({ ...task, budget })}\n`);
      const timing = await answer<Timing>();
      if (!timing) throw new Error(`The NumPy side of "${task.name}" failed.`);
      return timing;
    },
    close: () => void child.stdin.end(),
  };
}
