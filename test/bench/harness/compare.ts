/** Tasks timed here and in Python by turns: load of the machine meets all sides alike. */
import { openOurs, openPython, type Other, type Server, type Side, type Timing } from './sides.ts';
import { machine, writeSection } from './results.ts';

/** One line of a benchmark. The whole object is sent to the reference module. */
export interface Task {
  readonly name: string;
  /** Floating point operations of one call, for a rate. */
  readonly operations?: number;
  /** Who else does it. */
  readonly sides: readonly Other[];
  /** One call takes seconds: no side is warmed up, and there are `rounds` turns. */
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
  readonly others: Partial<Record<Other, Measured | { readonly missing: string }>>;
  /** Median over the rounds of our processor time ÷ theirs in the same round; below 1 we are faster. */
  readonly ratios: Partial<Record<Other, number>>;
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
  /** Our module of the tasks: see serve.ts. */
  readonly ours: URL;
  /** The Python module of the tasks there. */
  readonly module: URL;
}

const ROUNDS = 9;
/** Seconds of one side in one round; one call at least. */
const BUDGET = 0.04;
/** Slow tasks end after this many seconds, with fewer rounds. */
const LONGEST = 3;
const LEAST_ROUNDS = 3;
/**
 * Of vectors of 128 bits: two fused multiply-adds of two float64 a cycle at 3.5 GHz; measured in the inner tile of a
 * product alone. Twice that with 256 bits.
 */
export const LIMIT = 28e9;

/** Times all tasks and writes the section. */
export async function compare<T extends Task>({
  name,
  title,
  note,
  tasks,
  ours: own,
  module,
}: Comparison<T>): Promise<Row[]> {
  const ours = await openOurs(own, 'ours');
  const narrow = ours.versions.bits === '256' ? await openOurs(own, 'narrow') : null;
  const python = await openPython(module);
  const before = machine();
  const rows: Row[] = [];
  try {
    for (const task of tasks) {
      rows.push(await measure(task, ours, narrow, python));
      // What is measured is kept, should the run be stopped.
      const kernels = ours.versions.kernels!;
      const setting = { kernels, python: python?.versions ?? null, before, after: machine() };
      writeSection(name, { kind: 'comparison', title, note, setting, rows }, rows.length === tasks.length);
    }
  } finally {
    for (const server of [ours, narrow, python]) server?.close();
  }
  return rows;
}

async function measure(task: Task, ours: Server, narrow: Server | null, python: Server | null): Promise<Row> {
  const timings: Partial<Record<Side, Timing[]>> = {};
  const missing: Partial<Record<Side, { readonly missing: string }>> = {};
  const turn = async (server: Server | null, side: Side): Promise<void> => {
    const answer = server ? await server.run(task, side, BUDGET) : { missing: 'Python' };
    if ('missing' in answer) missing[side] = answer;
    else (timings[side] ??= []).push(answer);
  };
  const start = performance.now();
  const rounds = task.rounds ?? ROUNDS;
  for (let round = 0; round < rounds; round++) {
    if (!task.rounds && round >= LEAST_ROUNDS && performance.now() - start > LONGEST * 1000) break;
    await turn(ours, 'ours');
    if (narrow) await turn(narrow, 'narrow');
    for (const side of task.sides) await turn(python, side);
  }
  const mine = timings.ours!;
  const theirs = task.sides.filter((side) => timings[side]);
  const processor = summary(mine).processor;
  const limit = narrow ? 2 * LIMIT : LIMIT;
  return {
    work: task.name,
    ours: summary(mine),
    narrow: timings.narrow ? summary(timings.narrow) : null,
    others: { ...missing, ...Object.fromEntries(theirs.map((side) => [side, summary(timings[side]!)])) },
    ratios: Object.fromEntries(
      theirs.map((side) => [side, median(mine.map((own, round) => own.processor / timings[side]![round].processor))]),
    ),
    share: task.operations === undefined ? null : task.operations / processor / limit,
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
