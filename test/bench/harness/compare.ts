/** Tasks timed here and in Python by turns: load of the machine meets all sides alike. */
import {
  compileKernelsBy,
  compilePlainly,
  kernelName,
  type CompiledKernels,
  type KernelBuild,
} from '../../../src/core/linalg/index.ts';
import { compiledHere } from '../../../src/main/kernelWidth.ts';
import { openPython, type Python, type Side, type Timing } from './numpy.ts';
import { machine, writeSection } from './results.ts';

/** One line of a benchmark. The whole object is sent to the reference module. */
export interface Task {
  readonly name: string;
  /** Floating point operations of one call, for a rate. */
  readonly operations?: number;
  /** Who else does it. */
  readonly sides: readonly Side[];
  /** One call takes seconds: it is not tried out first, and has `rounds` turns. */
  readonly long?: boolean;
  readonly rounds?: number;
}

/** Seconds per call, medians over the rounds. */
export interface Measured {
  readonly processor: number;
  readonly wall: number;
  readonly result: unknown;
}

export interface Row {
  readonly work: string;
  readonly ours: Measured;
  /** The same with vectors of 128 bits, where ours are of 256. */
  readonly narrow: Measured | null;
  readonly others: Partial<Record<Side, Measured | { readonly missing: string }>>;
  /** Median over the rounds of our processor time ÷ theirs in the same round; below 1 we are faster. */
  readonly ratios: Partial<Record<Side, number>>;
  /** Rate ÷ the limit of vectors of the width that runs. */
  readonly share: number | null;
}

export interface Comparison<T extends Task> {
  /** Names bench-results/<name>.json. */
  readonly name: string;
  readonly title: string;
  /** What was measured, where the title does not say it. */
  readonly note?: string;
  readonly tasks: readonly T[];
  /** The task here. */
  readonly work: (task: T) => () => unknown;
  /** The Python module of the tasks there. */
  readonly module: URL;
}

const ROUNDS = 9;
/** Seconds of one side in one round; one call at least. */
const BUDGET = 0.04;
/** Slow tasks end after this many seconds, with fewer rounds. */
const LONGEST = 1.5;
const LEAST_ROUNDS = 3;
/**
 * Of vectors of 128 bits: two fused multiply-adds of two float64 a cycle at 3.5 GHz; measured in the inner tile of a
 * product alone. Twice that with 256 bits.
 */
export const LIMIT = 28e9;

/** As this machine chooses, whatever the environment of tests says; null where that is 128 bits. */
const wide = (build: KernelBuild): CompiledKernels | null => compiledHere(build, { environment: {} });

/** Times all tasks and writes the section. */
export async function compare<T extends Task>({
  name,
  title,
  note,
  tasks,
  work,
  module,
}: Comparison<T>): Promise<Row[]> {
  const python = await openPython(module);
  const before = machine();
  const rows: Row[] = [];
  try {
    for (const task of tasks) {
      rows.push(await measure(task, work, python));
      // What is measured is kept, should the run be stopped.
      const setting = { kernels: kernelName(), python: python?.versions ?? null, before, after: machine() };
      writeSection(name, { kind: 'comparison', title, note, setting, rows }, rows.length === tasks.length);
    }
  } finally {
    compileKernelsBy();
    python?.close();
  }
  return rows;
}

async function measure<T extends Task>(
  task: T,
  prepare: (task: T) => () => unknown,
  python: Python | null,
): Promise<Row> {
  /** Work at one width. Kernels start with no memory of their own: what they fetch first is nobody's time. */
  const at = (compile: (build: KernelBuild) => CompiledKernels): (() => Timing) => {
    compileKernelsBy(compile);
    const work = prepare(task);
    return () => {
      compileKernelsBy(compile);
      if (!task.long) work();
      return repeat(work);
    };
  };
  const joined = wide(kernelName());
  const own = at(() => joined ?? compilePlainly(kernelName()));
  const other = joined && at(compilePlainly);
  const [ours, narrow]: [Timing[], Timing[]] = [[], []];
  const theirs: Partial<Record<Side, Timing[]>> = {};
  const missing: Partial<Record<Side, { readonly missing: string }>> = {};
  const start = performance.now();
  const rounds = task.rounds ?? ROUNDS;
  for (let round = 0; round < rounds; round++) {
    if (!task.rounds && round >= LEAST_ROUNDS && performance.now() - start > LONGEST * 1000) break;
    ours.push(own());
    if (other) narrow.push(other());
    for (const side of task.sides) {
      const answer = python ? await python.run(task, side, BUDGET) : { missing: 'Python' };
      if ('missing' in answer) missing[side] = answer;
      else (theirs[side] ??= []).push(answer);
    }
  }
  const mine = summary(ours);
  const sides = Object.entries(theirs) as [Side, Timing[]][];
  return {
    work: task.name,
    ours: mine,
    narrow: other && summary(narrow),
    others: { ...missing, ...Object.fromEntries(sides.map(([side, timings]) => [side, summary(timings)])) },
    ratios: Object.fromEntries(
      sides.map(([side, timings]) => [
        side,
        median(ours.map(({ processor }, round) => processor / timings[round].processor)),
      ]),
    ),
    share: task.operations === undefined ? null : task.operations / mine.processor / (joined ? 2 * LIMIT : LIMIT),
  };
}

function repeat(work: () => unknown): Timing {
  let [calls, result]: [number, unknown] = [0, null];
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  do {
    result = work();
    calls++;
  } while (performance.now() - wall < BUDGET * 1000);
  const { user, system } = process.cpuUsage(processor);
  return {
    processor: (user + system) / 1e6 / calls,
    wall: (performance.now() - wall) / 1000 / calls,
    result: result ?? null,
  };
}

function summary(timings: readonly Timing[]): Measured {
  return {
    processor: median(timings.map(({ processor }) => processor)),
    wall: median(timings.map(({ wall }) => wall)),
    result: timings[0].result,
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
