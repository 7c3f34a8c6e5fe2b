/** The selected build of the kernels, and its memory. */
import { kernelBuild, kernels, type KernelBuild } from './kernels/kernels.ts';
import { KernelMemoryError } from './kernels/memory.ts';

export {
  compileKernelsBy,
  compilePlainly,
  KERNEL_BYTES,
  kernelBytes,
  selectKernels,
  startKernels,
  type CompiledKernels,
  type KernelBuild,
  type Kernels,
  type KernelWidth,
} from './kernels/kernels.ts';
export { runSelfTest, failedKernels } from './kernels/selfTest.ts';
export { KernelMemoryError };

/** 'wasm-relaxed-simd' or 'wasm-simd'; recorded with every result because the last bits depend on it. */
export function kernelName(): KernelBuild {
  return kernelBuild();
}

/**
 * Bytes of this thread's kernel memory: in use, available for one more block, and reserved, which grows if no freed
 * block is large enough.
 */
export function kernelMemory(): { readonly used: number; readonly available: number; readonly reserved: number } {
  const { used, available, reserved } = kernels().arena;
  return { used, available, reserved };
}
