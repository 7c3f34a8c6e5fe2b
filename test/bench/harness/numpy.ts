/** A Python process that runs reference tasks on demand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Seconds per call. */
export interface Timing {
  readonly processor: number;
  readonly wall: number;
  /** What the task answers, e.g. its number of iterations. */
  readonly result: unknown;
}

/** Who does the work instead of us. */
export type Side = 'plain' | 'lockstep' | 'sklearn';

export interface Python {
  /** Versions by package, null where it is not installed. */
  readonly versions: Readonly<Record<string, string | null>>;
  /** Runs a task for about `budget` seconds, once at least; or says what is not installed. */
  readonly run: (
    task: { readonly name: string },
    side: Side,
    budget: number,
  ) => Promise<Timing | { readonly missing: string }>;
  readonly close: () => void;
}

const server = fileURLToPath(new URL('./serve.py', import.meta.url));

/** One BLAS thread, as a worker of a study has one. Null where there is no Python. */
export async function openPython(module: URL): Promise<Python | null> {
  // The system's Python first: Debian's NumPy is the one the aims were set against.
  let without: Python | null = null;
  for (const python of ['/usr/bin/python3', 'python3']) {
    const opened = await start(python, fileURLToPath(module));
    if (opened?.versions.numpy) {
      without?.close();
      return opened;
    }
    if (!without) without = opened;
    else opened?.close();
  }
  return without;
}

async function start(python: string, module: string): Promise<Python | null> {
  const child = spawn(python, [server, module], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
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
  const greeting = await answer<Pick<Python, 'versions'>>();
  if (!greeting) return null;
  return {
    versions: greeting.versions,
    async run(task, side, budget) {
      child.stdin.write(`${JSON.stringify({ ...task, side, budget })}\n`);
      const timing = await answer<Timing | { readonly missing: string }>();
      if (!timing) throw new Error(`The ${side} side of "${task.name}" failed.`);
      return timing;
    },
    close: () => void child.stdin.end(),
  };
}
