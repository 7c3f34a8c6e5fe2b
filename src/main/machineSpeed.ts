/** Speed of this machine: measured once, then cached in the user's data folder. */
import { join } from 'node:path';
import { z } from 'zod';
import { kernelName, matrix, multiply, symmetricEigen } from '../core/linalg/index.ts';
import { REFERENCE_SPEED, type MachineSpeed } from '../core/study/plan/cost.ts';
import { dataFolder } from './dataFolder.ts';
import { storeMeasurements, readMeasurements, thisMachine } from './measurementCache.ts';

const positive = z.number().positive();
const fileSchema = z.record(z.string(), z.object({ products: positive, decompositions: positive, loops: positive }));

/** Processor seconds per kind of operation; a third of a second in all. */
const BUDGET = 0.1;
/** Result of the calibration on the machine of REFERENCE_SPEED, in its own units per second. */
const REFERENCE_RUNS: MachineSpeed = { products: 3500, decompositions: 5250, loops: 11_800 };

let measured: { readonly name: string; readonly speed: MachineSpeed } | null = null;

/**
 * The speed of this machine with this version of Node and these kernels: cached, else measured in about 0.3 s of
 * processor time. If the folder is read-only, each process measures again.
 */
export function machineSpeed(file = fileOfSpeeds()): MachineSpeed {
  const name = ownName();
  if (measured?.name === name) return measured.speed;
  const kept = readMeasurements(file, fileSchema);
  const speed = kept[name] ?? calibrate();
  if (!kept[name]) storeMeasurements(file, { ...kept, [name]: speed });
  measured = { name, speed };
  return speed;
}

/** The cached speed, else that of the reference machine: a run corrects it by its first cells. */
export function cachedSpeed(file = fileOfSpeeds()): MachineSpeed {
  const name = ownName();
  return measured?.name === name ? measured.speed : (readMeasurements(file, fileSchema)[name] ?? REFERENCE_SPEED);
}

const fileOfSpeeds = (): string => join(dataFolder(), 'speed.json');

function ownName(): string {
  return `${thisMachine()}, node ${process.versions.node}, ${kernelName()}`;
}

/** Measures the speed in processor time, because others may load the machine. */
export function calibrate(): MachineSpeed {
  const runs = measureRuns();
  const times = (kind: keyof MachineSpeed): number => (REFERENCE_SPEED[kind] * runs[kind]) / REFERENCE_RUNS[kind];
  return { products: times('products'), decompositions: times('decompositions'), loops: times('loops') };
}

function measureRuns(): MachineSpeed {
  const square = (n: number) =>
    matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, i) => Math.sin(i * i)),
    );
  const [factor, wide] = [square(160), square(64)];
  const symmetric = multiply(wide, wide, { transposeB: true });
  const numbers = Float64Array.from({ length: 20_000 }, (_, i) => i % 97);
  return {
    products: runsPerSecond(() => multiply(factor, factor)),
    decompositions: runsPerSecond(() => symmetricEigen(symmetric)),
    loops: runsPerSecond(() => loop(numbers)),
  };
}

function loop(numbers: Float64Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i] = 0.5 * (numbers[i] + numbers[i - 1]) + 1;
}

/** Runs per second of processor time, after warm-up runs for the compiler. */
function runsPerSecond(run: () => unknown): number {
  for (let i = 0; i < 10; i++) run();
  const started = processorSeconds();
  let runs = 0;
  let spent = 0;
  while (spent < BUDGET) {
    for (let i = 0; i < 10; i++) run();
    runs += 10;
    spent = processorSeconds() - started;
  }
  return runs / spent;
}

/** Node 24 reports the processor time of a thread, older versions that of the process. */
function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1e6;
}
