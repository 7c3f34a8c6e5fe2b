/** The compiled kernels: the build that this engine can run, one instance per thread, and calls with scratch memory. */
import { Arena } from './memory.ts';
import relaxedBinary from './relaxed.binary.ts';
import strictBinary from './strict.binary.ts';

/** 'wasm-relaxed-simd' fuses multiply and add if the processor can; 'wasm-simd' gives the same bits everywhere. */
export type KernelBuild = 'wasm-relaxed-simd' | 'wasm-simd';

/** Register width in bits that tiles are sized for: 256 pays off if the JavaScript engine merges pairs of vectors. */
export type KernelWidth = 128 | 256;

/** A compiled build and the width to run it at, which affects no bit. */
export interface CompiledKernels {
  readonly module: WebAssembly.Module;
  readonly width: KernelWidth;
}

/** Exports of kernels/assembly; pointers in bytes, strides and lengths in entries. */
export interface KernelExports {
  setWidth(bits: KernelWidth): void;
  gemm(
    m: number,
    n: number,
    inner: number,
    outer: number,
    a: number,
    aRow: number,
    aInner: number,
    aOuter: number,
    b: number,
    bCol: number,
    bInner: number,
    bOuter: number,
    c: number,
    ldc: number,
    mode: number,
  ): void;
  mirror(n: number, c: number, ldc: number): void;
  transpose(rows: number, cols: number, a: number, b: number): void;
  touch(at: number, bytes: number): void;
  packIntegers(
    width: number,
    inner: number,
    a: number,
    apart: number,
    step: number,
    centre: number,
    centreApart: number,
    centreStep: number,
    to: number,
  ): number;
  integerGram(n: number, inner: number, packed: number, c: number, accumulate: number): void;
  descend(m: number, q: number, h: number, c: number, g: number, rounds: number): void;
  axpy(n: number, a: number, x: number, y: number): void;
  packTriangle(d: number, p: number, to: number): void;
  spreadTriangle(
    d: number,
    from: number,
    square: number,
    plain: number,
    factor: number,
    to: number,
    trace: number,
  ): number;
  scaleTriangle(d: number, a: number, factor: number): void;
  foldSquare(d: number, m: number, at: number, row: number, height: number, width: number, accumulate: number): void;
  gatherRow(count: number, rows: number, cols: number, row: number, x: number, to: number): void;
  distances(m: number, n: number, k: number, a: number, b: number, c: number): void;
  eigenScratch(n: number): number;
  symmetricEigen(n: number, a: number, count: number, values: number, vectors: number, scratch: number): number;
  leadingEigen(n: number, a: number, count: number, values: number, vectors: number, scratch: number): number;
  cholesky(n: number, a: number): number;
  solveLower(n: number, width: number, lower: number, b: number): void;
  solveLowerTransposed(n: number, width: number, lower: number, b: number): void;
  qr(m: number, n: number, a: number, diagonal: number, factors: number, q: number): void;
  jacobi(n: number, m: number, a: number, r: number, squares: number): number;
  nearestByScreen(
    items: number,
    count: number,
    rows: number,
    cols: number,
    terms: number,
    roots: number,
    codes: number,
    points: number,
    ratios: number,
    factors: number,
    spread: number,
    margin: number,
    gallery: number,
    probes: number,
    weights: number,
    coefficients: number,
    ends: number,
    stops: number,
    stopCount: number,
    reach: number,
    scratch: number,
    nearest: number,
  ): void;
  nearestOverShapes(
    blocks: number,
    count: number,
    rows: number,
    cols: number,
    terms: number,
    shapes: number,
    gallery: number,
    probes: number,
    weights: number,
    coefficients: number,
    ends: number,
    above: number,
    records: number,
    nearest: number,
  ): void;
}

/** Bits of the mode of gemm. */
export const ACCUMULATE = 1;
export const LOWER = 2;
export const SUBTRACT = 4;
export const TRANSPOSED = 8;

export interface Kernels {
  readonly build: KernelBuild;
  readonly width: KernelWidth;
  readonly module: WebAssembly.Module;
  readonly run: KernelExports;
  readonly arena: Arena;
}

/** wasm32 addresses end here. */
export const KERNEL_BYTES = 4 * 2 ** 30 - 65536;

const binaries: Readonly<Record<KernelBuild, string>> = {
  'wasm-relaxed-simd': relaxedBinary,
  'wasm-simd': strictBinary,
};

/** The build selected for this thread, its compiler, and its instance, created on first use. */
let chosen: KernelBuild | null = null;
let compile: (build: KernelBuild) => CompiledKernels = compilePlainly;
let current: Kernels | null = null;

/** The kernels of this thread; compiled and instantiated on first use. */
export function kernels(): Kernels {
  current ??= startKernels(kernelBuild(), compile(kernelBuild()));
  return current;
}

/** The build of this thread. */
export function kernelBuild(): KernelBuild {
  chosen ??= bestBuild();
  return chosen;
}

/**
 * The same kernels with a separate memory, for one large computation: a WebAssembly memory never shrinks, but is freed
 * as a whole when it is no longer referenced.
 */
export function separateKernels(): Kernels {
  const { build, module, width } = kernels();
  return startKernels(build, { module, width });
}

/** Selects a build for this thread; batches loaded before keep theirs. Throws Error if the engine cannot run it. */
export function selectKernels(build: KernelBuild): void {
  if (kernelBuild() === build) return;
  if (!isSupported(build)) throw new Error(`The ${build} kernels do not run on this JavaScript engine.`);
  chosen = build;
  current = null;
}

/** Sets the compiler of this thread's kernels from now on; without an argument the default one. */
export function compileKernelsBy(compiler: (build: KernelBuild) => CompiledKernels = compilePlainly): void {
  compile = compiler;
  current = null;
}

/**
 * The build that this JavaScript engine runs: relaxed SIMD if available, else plain SIMD. Throws Error without SIMD.
 */
export function bestBuild(supports: (build: KernelBuild) => boolean = isSupported): KernelBuild {
  if (supports('wasm-relaxed-simd')) return 'wasm-relaxed-simd';
  if (supports('wasm-simd')) return 'wasm-simd';
  throw new Error(
    'This JavaScript engine has no WebAssembly SIMD. Node 24, Electron 45 or a browser of 2023 or later is required.',
  );
}

/** Whether the engine supports a build. */
export function isSupported(build: KernelBuild): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(kernelBytes(build));
}

/** Runs `work` with an allocator whose blocks are freed at its end, also if it throws. */
export function withScratch<T>(arena: Arena, work: (take: (count: number) => number) => T): T {
  const blocks: number[] = [];
  try {
    return work((count) => {
      const at = arena.allocate(count);
      blocks.push(at);
      return at;
    });
  } finally {
    // Last allocated, first freed: the end of the memory shrinks back without leaving holes.
    for (let i = blocks.length - 1; i >= 0; i--) arena.free(blocks[i]);
  }
}

/** Copies values to an address. */
export function write(arena: Arena, at: number, values: Float64Array): void {
  arena.values.set(values, at / 8);
}

/** Address of `count` zeros, to accumulate a sum. */
export function zeros(arena: Arena, take: (count: number) => number, count: number): number {
  const at = take(count);
  arena.values.fill(0, at / 8, at / 8 + count);
  return at;
}

/** Copies `count` values from an address. */
export function read(arena: Arena, at: number, count: number): Float64Array {
  return arena.values.slice(at / 8, at / 8 + count);
}

/** Kernels with a separate memory. */
export function startKernels(build: KernelBuild, { module, width }: CompiledKernels): Kernels {
  const instance = new WebAssembly.Instance(module);
  const exports = instance.exports as unknown as KernelExports & { memory: WebAssembly.Memory; heapBase(): number };
  exports.setWidth(width);
  return { build, width, module, run: exports, arena: new Arena(exports.memory, exports.heapBase(), KERNEL_BYTES) };
}

/** A build as the JavaScript engine compiles it. Throws Error if it cannot. */
export function compilePlainly(build: KernelBuild): CompiledKernels {
  try {
    return { module: new WebAssembly.Module(kernelBytes(build)), width: 128 };
  } catch (error) {
    throw new Error(`The ${build} kernels do not run on this JavaScript engine: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The WebAssembly module of a build. */
export function kernelBytes(build: KernelBuild): Uint8Array<ArrayBuffer> {
  return decode(binaries[build]);
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
