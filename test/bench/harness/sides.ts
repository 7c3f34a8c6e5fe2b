/** Processes that run tasks on demand: ours at a width of vectors, and Python's. */
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
export type Other = 'plain' | 'lockstep' | 'sklearn';

/** `narrow`: ours with vectors of 128 bits. */
export type Side = 'ours' | 'narrow' | Other;

export interface Server {
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

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Short-lived objects have the room that the threads of a study give them. */
const HEAP = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Ours, with the versions `kernels` and `bits`; `bits` is 256 only where this machine joins vectors. */
export async function openOurs(module: URL, side: 'ours' | 'narrow'): Promise<Server> {
  const server = await start(process.execPath, [...HEAP, beside('./serve.ts'), fileURLToPath(module), side]);
  if (!server) throw new Error(`${fileURLToPath(module)} did not start.`);
  return server;
}

/** One BLAS thread, as a worker of a study has one. Null where there is no Python. */
export async function openPython(module: URL): Promise<Server | null> {
  // The system's Python first: Debian's NumPy is the one the aims were set against.
  let without: Server | null = null;
  for (const python of ['/usr/bin/python3', 'python3']) {
    const opened = await start(python, [beside('./serve.py'), fileURLToPath(module)]);
    if (opened?.versions.numpy) {
      without?.close();
      return opened;
    }
    if (!without) without = opened;
    else opened?.close();
  }
  return without;
}

async function start(command: string, parameters: readonly string[]): Promise<Server | null> {
  const child = spawn(command, parameters, {
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
  const greeting = await answer<Pick<Server, 'versions'>>();
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
