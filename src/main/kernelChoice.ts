/** Which build of the numerical kernels this process uses. */
import { selectKernels, type KernelBuild } from '../core/linalg/index.ts';

const VARIABLE = 'EIGENBENCH_KERNEL';
const builds: readonly KernelBuild[] = ['wasm-relaxed-simd', 'wasm-simd'];

/**
 * Selects the build named by the environment variable EIGENBENCH_KERNEL for this thread; without it the fastest that
 * the JavaScript engine runs is taken. 'wasm-simd' gives the same bits on every processor. Worker threads inherit the
 * environment, so that all cells of a process use one build. Throws Error for an unknown or unsupported build.
 */
export function applyKernelChoice(environment: Readonly<Record<string, string | undefined>> = process.env): void {
  const choice = environment[VARIABLE];
  if (choice === undefined || choice === '') return;
  const build = builds.find((name) => name === choice);
  if (build === undefined) throw new Error(`${VARIABLE}: expected ${builds.join(' or ')}, found "${choice}".`);
  selectKernels(build);
}
