/** Kernels whose neighbouring vectors the JavaScript engine joins into vectors of twice the width. */
import { setFlagsFromString } from 'node:v8';
import { kernelBytes, type KernelBuild } from '../core/linalg/index.ts';

/** Flags of V8 while a module is compiled: all of it at once, optimised. */
const EAGERLY = ['--no-wasm-lazy-compilation', '--no-liftoff'];
const AFTERWARDS = ['--wasm-lazy-compilation', '--liftoff'];
/** An experimental pass: no default of any runtime. */
const JOINING = '--experimental-wasm-revectorize';
const NOT_JOINING = '--no-experimental-wasm-revectorize';

/** A custom section that says nothing: V8 shares the code of equal modules in a process, whatever flags it had. */
const SECTION = [0, 7, 6, ...new TextEncoder().encode('joined')];

/**
 * Whether the runtime can have the pass: V8 from 12.9 on for x64, but not on macOS. Whether it is of use, and finds a
 * processor with AVX2, only a measurement tells.
 */
export function canJoin(
  { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'> = process,
  v8: string = process.versions.v8,
): boolean {
  const [major, minor] = v8.split('.').map(Number);
  return arch === 'x64' && platform !== 'darwin' && (major > 12 || (major === 12 && minor >= 9));
}

/** The module of a build, optimised as a whole with its vectors joined: 60 ms of processor time. */
export function compileJoined(build: KernelBuild): WebAssembly.Module {
  const bytes = kernelBytes(build);
  const tagged = new Uint8Array(bytes.length + SECTION.length);
  tagged.set(bytes);
  tagged.set(SECTION, bytes.length);
  return withFlags([...EAGERLY, JOINING], [...AFTERWARDS, NOT_JOINING], () => new WebAssembly.Module(tagged));
}

/** The same without the pass, for comparison. */
export function compileEagerly(build: KernelBuild): WebAssembly.Module {
  return withFlags(EAGERLY, AFTERWARDS, () => new WebAssembly.Module(kernelBytes(build)));
}

/** Flags hold for the whole process: none but these modules is compiled in the meantime, and threads start without. */
function withFlags<T>(before: readonly string[], after: readonly string[], work: () => T): T {
  before.forEach(setFlagsFromString);
  try {
    return work();
  } finally {
    after.forEach(setFlagsFromString);
  }
}
