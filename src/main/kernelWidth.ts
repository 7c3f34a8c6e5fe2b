/** Vector width of the kernels on this machine: chosen once per runtime by measurement and self-test, and cached. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import { sha256Hex } from '../core/hash.ts';
import {
  runSelfTest,
  kernelBytes,
  startKernels,
  failedKernels,
  type CompiledKernels,
  type KernelBuild,
  type Kernels,
  type KernelWidth,
} from '../core/linalg/index.ts';
import { dataFolder } from './dataFolder.ts';
import { storeMeasurements, readMeasurements, thisMachine } from './measurementCache.ts';

// Kernels compiled so that V8 merges pairs of 128-bit vectors into 256-bit ones.

/** V8 flags while a module is compiled: all of it eagerly, and optimised. */
const EAGER = ['wasm-lazy-compilation', 'liftoff'];
/**
 * Newer V8 versions inline by call counts, and crash if there are none yet: 14.1 and 14.6 (Node 25 and 26) do, 13.6
 * (Node 24) does not.
 */
const INLINING = 'wasm-inlining';
/** An experimental pass, off by default in every runtime. */
const JOINING = '--experimental-wasm-revectorize';
const NOT_JOINING = '--no-experimental-wasm-revectorize';

/** An empty custom section: V8 shares the code of identical modules within a process, whatever flags were set. */
const SECTION = [0, 7, 6, ...new TextEncoder().encode('joined')];

/**
 * Whether the runtime can use the pass: V8 12.9 or newer on x64, except on macOS. Only a measurement shows whether it
 * helps and whether the processor has AVX2.
 */
export function supportsWideVectors(
  { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'> = process,
  v8: string = process.versions.v8,
): boolean {
  return arch === 'x64' && platform !== 'darwin' && isAtLeast(v8, 12, 9);
}

/** V8 defaults that are off while a module is compiled eagerly and optimised. */
export function offWhileEager(v8: string = process.versions.v8): readonly string[] {
  return isAtLeast(v8, 13, 7) ? [...EAGER, INLINING] : EAGER;
}

function isAtLeast(v8: string, least: number, leastMinor: number): boolean {
  const [major, minor] = v8.split('.').map(Number);
  return major > least || (major === least && minor >= leastMinor);
}

/** Compiles the module of a build as a whole, optimised and with wide vectors: 60 ms of processor time. */
export function compileWide(build: KernelBuild): WebAssembly.Module {
  const bytes = kernelBytes(build);
  const tagged = new Uint8Array(bytes.length + SECTION.length);
  tagged.set(bytes);
  tagged.set(SECTION, bytes.length);
  return eagerly(() => {
    setFlagsFromString(JOINING);
    try {
      return new WebAssembly.Module(tagged);
    } finally {
      setFlagsFromString(NOT_JOINING);
    }
  });
}

/** The same without the pass, for comparison. */
export function compileEagerly(build: KernelBuild): WebAssembly.Module {
  return eagerly(() => new WebAssembly.Module(kernelBytes(build)));
}

/**
 * Flags apply to the whole process: only these modules are compiled in the meantime, and threads start without the
 * flags.
 */
function eagerly<T>(work: () => T): T {
  const flags = offWhileEager();
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    return work();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}

const VARIABLE = 'EIGENBENCH_WIDTH';
/** Minimum gain of the wider tile: measured 1.2 to 1.4 if vectors are joined, 0.6 if not. */
const GAIN = 1.05;
/** Order and number of the timed products. */
const ORDER = 128;
const ROUNDS = 24;
/** Crashes during a trial before it counts as the fault of the pass. */
const MOST_ENDS = 2;

/** Speed of the wide tile relative to the narrow one, and whether it passed the self-test. */
const foundSchema = z.object({ gain: z.number(), answered: z.boolean() });
const machineSchema = z.object({
  /** Why wide vectors are permanently disabled on this machine. */
  off: z.string().nullable(),
  /** The trial in progress, and how often it has not completed. */
  trying: z.object({ what: z.string(), times: z.int(), pid: z.int() }).nullable(),
  found: z.record(z.string(), foundSchema),
});
const fileSchema = z.record(z.string(), machineSchema);
type Kept = z.infer<typeof machineSchema>;

export interface WidthFinding {
  readonly width: KernelWidth;
  /** Speed of the wide tile relative to the narrow one, if measured. */
  readonly gain: number | null;
  /** A sentence without its full stop. */
  readonly why: string;
  /** Wide vectors are permanently disabled here: they gave other bits, or crashed. */
  readonly fault: boolean;
}

/** Inputs of the choice; replaced in tests. */
export interface WidthTools {
  readonly file: string;
  /** Whether the finding is written to the file. */
  readonly keeps: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly canJoin: boolean;
  readonly compile: (build: KernelBuild) => WebAssembly.Module;
  readonly answersDiffer: (build: KernelBuild, kernels: Kernels) => readonly string[];
  readonly gain: (kernels: Kernels) => number;
  /** Called with the reason if wide vectors are disabled. */
  readonly warn: (why: string) => void;
}

const tools = (): WidthTools => ({
  file: join(dataFolder(), 'width.json'),
  keeps: true,
  environment: process.env,
  canJoin: supportsWideVectors(),
  compile: joinedOnce,
  answersDiffer: (build, kernels) => failedKernels(build, runSelfTest(kernels)),
  gain: measureGain,
  warn: () => undefined,
});

/**
 * The width for a build on this machine with this runtime: cached, else by a trial of 0.1 s. The environment variable
 * EIGENBENCH_WIDTH (128 or 256) replaces the measurement, never the self-test. Throws Error for another value of it.
 */
export function kernelWidth(build: KernelBuild, given: Partial<WidthTools> = {}): WidthFinding {
  const use = { ...tools(), ...given };
  const requested = requestedWidth(use.environment);
  if (requested === 128) return { width: 128, gain: null, why: `${VARIABLE} is 128`, fault: false };
  if (!use.canJoin) {
    const why =
      'this runtime cannot join vectors, which takes an x64 processor, Linux or Windows, and V8 12.9 or newer';
    return { width: 128, gain: null, why, fault: false };
  }
  const kept = keptHere(use.file);
  if (kept.off !== null) return { width: 128, gain: null, why: kept.off, fault: true };
  const runtime = runtimeOf(build);
  const stored = kept.found[runtime];
  const finding = stored && choice(stored.gain, requested);
  if (finding && (finding.width === 128 || stored.answered)) return finding;
  return trial(build, runtime, requested, use);
}

/** The kernels of a build at the width of this machine; null if the width is 128. */
export function compiledHere(build: KernelBuild, given: Partial<WidthTools> = {}): CompiledKernels | null {
  const { width } = kernelWidth(build, given);
  return width === 256 ? { module: (given.compile ?? joinedOnce)(build), width } : null;
}

/** Why wide vectors are permanently disabled on this machine; null if they are not. */
export function joiningFault(file = tools().file): string | null {
  return keptHere(file).off;
}

/** 10⁹ floating-point operations per second of products at a width, the best of several runs. */
export function productRate(build: KernelBuild, width: KernelWidth): number {
  const module = width === 256 ? joinedOnce(build) : compileEagerly(build);
  const time = productOf(startKernels(build, { module, width }));
  return Number(((2 * ORDER ** 3) / Math.min(...Array.from({ length: ROUNDS }, time)) / 1e6).toFixed(1));
}

function requestedWidth(environment: WidthTools['environment']): KernelWidth | null {
  const value = environment[VARIABLE];
  if (value === undefined || value === '') return null;
  if (value === '128') return 128;
  if (value === '256') return 256;
  throw new Error(`${VARIABLE}: expected 128 or 256, found "${value}".`);
}

function choice(gain: number, requested: KernelWidth | null): WidthFinding {
  const width = requested ?? (gain >= GAIN ? 256 : 128);
  const why =
    requested !== null
      ? `${VARIABLE} is ${requested}`
      : width === 256
        ? 'joined vectors are faster here, with the known answers'
        : 'joined vectors are not faster here: the processor has no AVX2, or the runtime does not join them';
  return { width, gain, why, fault: false };
}

/** Times both tiles and runs the self-test on the wide one. Skips the trial if another process is running it. */
function trial(build: KernelBuild, runtime: string, requested: KernelWidth | null, use: WidthTools): WidthFinding {
  const { trying } = keptHere(use.file);
  const change = (of: (kept: Kept) => Kept): void => {
    if (use.keeps)
      storeMeasurements(use.file, {
        ...readMeasurements(use.file, fileSchema),
        [thisMachine()]: of(keptHere(use.file)),
      });
  };
  if (trying?.what === runtime && trying.pid !== process.pid && isAlive(trying.pid)) {
    return { width: 128, gain: null, why: 'another process is just trying joined vectors', fault: false };
  }
  const times = trying?.what === runtime ? trying.times : 0;
  const giveUp = (reason: string): WidthFinding => {
    const why = `${reason} (${runtime})`;
    change((kept) => ({ ...kept, trying: null, off: why }));
    use.warn(why);
    return { width: 128, gain: null, why, fault: true };
  };
  if (times >= MOST_ENDS) return giveUp(`the process ended ${times} times while it tried joined vectors`);
  change((kept) => ({ ...kept, trying: { what: runtime, times: times + 1, pid: process.pid } }));
  try {
    const wide = startKernels(build, { module: use.compile(build), width: 256 });
    const gain = use.gain(wide);
    const finding = choice(gain, requested);
    if (finding.width === 256) {
      const wrong = use.answersDiffer(build, wide);
      if (wrong.length > 0) return giveUp(`joined vectors gave other answers of ${wrong.join(', ')}`);
    }
    const measurement = { gain, answered: finding.width === 256 };
    change((kept) => ({ ...kept, trying: null, found: { ...kept.found, [runtime]: measurement } }));
    return finding;
  } catch (error) {
    return giveUp(`joined vectors failed: ${(error as Error).message}`);
  }
}

/** The runtime and the kernels of a build; any change requires a new trial. */
function runtimeOf(build: KernelBuild): string {
  const { node, v8 } = process.versions;
  return `Node ${node}, V8 ${v8}, ${build} ${sha256Hex(kernelBytes(build)).slice(0, 8)}`;
}

function keptHere(file: string): Kept {
  return readMeasurements(file, fileSchema)[thisMachine()] ?? { off: null, trying: null, found: {} };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Compiled once per process: V8 shares the code with later modules of the same bytes while one of them exists. */
const compiled = new Map<KernelBuild, WebAssembly.Module>();

function joinedOnce(build: KernelBuild): WebAssembly.Module {
  const cached = compiled.get(build);
  if (cached) return cached;
  const module = compileWide(build);
  compiled.set(build, module);
  return module;
}

/**
 * The best of several products at both widths, alternating to reduce the influence of other load. Both use the module
 * with wide vectors, which saves compiling a second one; the pass makes its narrow tile a third faster.
 */
function measureGain(kernels: Kernels): number {
  const widths: readonly KernelWidth[] = [128, 256];
  const time = productOf(kernels);
  const best = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    widths.forEach((width, which) => {
      kernels.run.setWidth(width);
      best[which] = Math.min(best[which], time());
    });
  }
  kernels.run.setWidth(kernels.width);
  return Number((best[0] / best[1]).toFixed(2));
}

/** Milliseconds of a product. */
function productOf({ run, arena }: Kernels): () => number {
  const [a, b, c] = [1, 2, 3].map(() => arena.allocate(ORDER * ORDER));
  arena.values.fill(1.25, a / 8, a / 8 + ORDER * ORDER).fill(0.75, b / 8, b / 8 + ORDER * ORDER);
  return () => {
    const start = performance.now();
    run.gemm(ORDER, ORDER, ORDER, 1, a, ORDER, 1, 0, b, 1, ORDER, 0, c, ORDER, 0);
    return performance.now() - start;
  };
}
