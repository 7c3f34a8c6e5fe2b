/** Tasks timed here and in NumPy by turns: load of the machine meets both sides alike. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelName } from '../../../src/core/linalg/index.ts';
import { openNumPy, type NumPy, type Timing } from './numpy.ts';

/** One line of a benchmark. The whole object is sent to the reference module where `numpy` is not false. */
export interface Task {
  readonly name: string;
  /** Floating point operations of one call, for a rate. */
  readonly operations?: number;
}

export interface Row {
  readonly name: string;
  /** Median over the rounds. */
  readonly seconds: number;
  readonly gigaflops: number | null;
  /** What a call answers: iterations of a fit, null otherwise. */
  readonly result: number | null;
  readonly numpySeconds: number | null;
  readonly numpyResult: number | null;
  /** Median over the rounds of our time ÷ NumPy's in the same round: below 1 is faster than NumPy. */
  readonly ratio: number | null;
}

export interface Comparison<T extends Task> {
  /** Names bench-results/<name>.json. */
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly T[];
  /** The task here. */
  readonly work: (task: T) => () => number | undefined;
  /** The Python module of the task there, and whether it has this one. */
  readonly reference: { readonly module: URL; readonly has?: (task: T) => boolean };
}

const ROUNDS = 9;
/** Seconds of one side in one round; one call at least. */
const BUDGET = 0.04;
/** Slow tasks end after this many seconds, with fewer rounds. */
const LONGEST = 1.5;
const LEAST_ROUNDS = 2;

/** Times all tasks, prints the table and writes bench-results/<name>.json. */
export async function compare<T extends Task>({ name, title, tasks, work, reference }: Comparison<T>): Promise<Row[]> {
  const numpy = await openNumPy(reference.module);
  const before = loadavg()[0];
  const rows: Row[] = [];
  try {
    for (const task of tasks) {
      const other = reference.has?.(task) === false ? null : numpy;
      rows.push(await measure(task, work(task), other));
    }
  } finally {
    numpy?.close();
  }
  const load = [before, loadavg()[0]] as const;
  const summary = { kernels: kernelName(), node: process.version, numpy: numpy?.version ?? null, load, rows };
  console.log([`${title}: ${headline(summary)}`, ...linesOf(rows)].join('\n'));
  writeResults(name, summary);
  return rows;
}

/** Writes bench-results/<name>.json. */
export function writeResults(name: string, results: unknown): void {
  const folder = fileURLToPath(new URL('../../../bench-results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

async function measure(task: Task, work: () => number | undefined, numpy: NumPy | null): Promise<Row> {
  const ours: Timing[] = [];
  const theirs: Timing[] = [];
  work();
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    if (round >= LEAST_ROUNDS && performance.now() - start > LONGEST * 1000) break;
    ours.push(repeat(work));
    if (numpy) theirs.push(await numpy.run(task, BUDGET));
  }
  const seconds = median(ours.map((timing) => timing.seconds));
  return {
    name: task.name,
    seconds,
    gigaflops: task.operations === undefined ? null : task.operations / seconds / 1e9,
    result: ours[0].result,
    numpySeconds: numpy ? median(theirs.map((timing) => timing.seconds)) : null,
    numpyResult: theirs[0]?.result ?? null,
    ratio: numpy ? median(ours.map((timing, round) => timing.seconds / theirs[round].seconds)) : null,
  };
}

function repeat(work: () => number | undefined): Timing {
  const times: number[] = [];
  let result: number | undefined;
  const start = performance.now();
  do {
    const from = performance.now();
    result = work();
    times.push((performance.now() - from) / 1000);
  } while (performance.now() - start < BUDGET * 1000);
  return { seconds: median(times), result: result ?? null };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function headline(summary: { kernels: string; numpy: string | null; load: readonly number[] }): string {
  const other = summary.numpy === null ? '' : `; NumPy ${summary.numpy}, ms; ratio to NumPy, below 1 is faster`;
  return `${summary.kernels}, ms${other}; load average ${summary.load.map((value) => value.toFixed(1)).join(' → ')}`;
}

function linesOf(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const milliseconds = (seconds: number): string => (seconds * 1000).toFixed(3).padStart(10);
  return rows.map((row) => {
    const ours = `${row.name.padEnd(width)}${milliseconds(row.seconds)}`;
    const other =
      row.numpySeconds === null || row.ratio === null
        ? ''
        : `${milliseconds(row.numpySeconds)} ${row.ratio.toFixed(2).padStart(6)}×`;
    const rate = row.gigaflops === null ? '' : ` ${row.gigaflops.toFixed(1)} GF/s`;
    const steps = row.result === null ? '' : ` ${row.result} iterations`;
    const otherSteps = row.result === null || row.numpyResult === null ? '' : ` (NumPy ${row.numpyResult})`;
    return `${ours}${other}${rate}${steps}${otherSteps}`;
  });
}
