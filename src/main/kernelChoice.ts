/** Selects the build of the numerical kernels of this process, and their width. */
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

/** Key of the compiled kernels that a thread passes to its workers. */
const SHARED = 'eigenbench kernels';

interface SharedKernels extends CompiledKernels {
  readonly build: KernelBuild;
}

/** Called with the reason if wide vectors are disabled. */
let warn: (why: string) => void = () => undefined;

/**
 * Selects the kernel build for this thread: the one named by the environment variable EIGENBENCH_KERNEL, else the
 * fastest that the JavaScript engine supports. 'wasm-simd' gives the same bits on every processor. Worker threads
 * inherit the environment, so all cells of a process use one build. The width depends on the machine (kernelWidth) and
 * is determined by the first computation; `onWarning` is called with the reason if wide vectors are disabled. Throws
 * Error for an unknown or unsupported build or width.
 */
export function applyKernelChoice(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  onWarning?: (why: string) => void,
): void {
  const choice = environment[VARIABLE];
  if (choice !== undefined && choice !== '') {
    const build = builds.find((name) => name === choice);
    if (build === undefined) throw new Error(`${VARIABLE}: expected ${builds.join(' or ')}, found "${choice}".`);
    selectKernels(build);
  }
  if (onWarning) warn = onWarning;
  compileKernelsBy(compiled);
}

/** Threads started after this call use the compiled kernels of this one. */
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
