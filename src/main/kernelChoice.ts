/** Which build of the numerical kernels this process uses, and at which width. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import {
  compileKernelsBy,
  compilePlainly,
  kernelName,
  selectKernels,
  type CompiledKernels,
  type KernelBuild,
} from '../core/linalg/index.ts';
import { compiledHere } from './kernelWidth.ts';

const VARIABLE = 'EIGENBENCH_KERNEL';
const builds: readonly KernelBuild[] = ['wasm-relaxed-simd', 'wasm-simd'];

/** What threads get of who starts them: compiled kernels. */
const SHARED = 'eigenbench kernels';

interface SharedKernels extends CompiledKernels {
  readonly build: KernelBuild;
}

/** Told of joined vectors that are given up. */
let warn: (why: string) => void = () => undefined;

/**
 * Selects the build named by the environment variable EIGENBENCH_KERNEL for this thread; without it the fastest that
 * the JavaScript engine runs is taken. 'wasm-simd' gives the same bits on every processor. Worker threads inherit the
 * environment, so that all cells of a process use one build. The width is that of the machine (kernelWidth), found when
 * somebody computes; `told` hears why joined vectors are given up, should they be. Throws Error for an unknown or
 * unsupported build or width.
 */
export function applyKernelChoice(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  told?: (why: string) => void,
): void {
  const choice = environment[VARIABLE];
  if (choice !== undefined && choice !== '') {
    const build = builds.find((name) => name === choice);
    if (build === undefined) throw new Error(`${VARIABLE}: expected ${builds.join(' or ')}, found "${choice}".`);
    selectKernels(build);
  }
  if (told) warn = told;
  compileKernelsBy(compiled);
}

/** Threads that are started from now on take the kernels of this one as they are compiled. */
export function shareKernels(): void {
  const build = kernelName();
  const { module, width } = compiled(build);
  if (width === 256) setEnvironmentData(SHARED, { build, module, width } satisfies SharedKernels);
}

function compiled(build: KernelBuild): CompiledKernels {
  const shared = getEnvironmentData(SHARED) as SharedKernels | undefined;
  if (shared?.build === build) return shared;
  return compiledHere(build, { warn }) ?? compilePlainly(build);
}
