/** Kernels compiled so that V8 merges pairs of 128-bit vectors into 256-bit ones. */
import { setFlagsFromString } from 'node:v8';
import { kernelBytes, type KernelBuild } from '../core/linalg/index.ts';

/** Flags of V8 while a module is compiled: all of it at once, optimised. */
const EAGER = ['wasm-lazy-compilation', 'liftoff'];
/**
 * Newer ones inline by what calls have counted, and end the process where nothing was called yet: V8 14.1 and 14.6
 * (Node 25 and 26) do, 13.6 (Node 24) does not.
 */
const INLINING = 'wasm-inlining';
/** An experimental pass: no default of any runtime. */
const JOINING = '--experimental-wasm-revectorize';
const NOT_JOINING = '--no-experimental-wasm-revectorize';

/** A custom section that says nothing: V8 shares the code of equal modules in a process, whatever flags it had. */
const SECTION = [0, 7, 6, ...new TextEncoder().encode('joined')];

/**
 * Whether the runtime can have the pass: V8 from 12.9 on for x64, but not on macOS. Whether it is of use, and finds a
 * processor with AVX2, only a measurement tells.
 */
export function supportsWideVectors(
  { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'> = process,
  v8: string = process.versions.v8,
): boolean {
  return arch === 'x64' && platform !== 'darwin' && isAtLeast(v8, 12, 9);
}

/** Defaults of V8 that are off while a module is compiled at once and optimised. */
export function offWhileEager(v8: string = process.versions.v8): readonly string[] {
  return isAtLeast(v8, 13, 7) ? [...EAGER, INLINING] : EAGER;
}

function isAtLeast(v8: string, least: number, leastMinor: number): boolean {
  const [major, minor] = v8.split('.').map(Number);
  return major > least || (major === least && minor >= leastMinor);
}

/** The module of a build, optimised as a whole with its vectors joined: 60 ms of processor time. */
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

/** Flags hold for the whole process: none but these modules is compiled in the meantime, and threads start without. */
function eagerly<T>(work: () => T): T {
  const flags = offWhileEager();
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    return work();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
