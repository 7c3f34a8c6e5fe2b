/** Which build of the kernels computes, and the memory it has. */
import { kernels } from './kernels/kernels.ts';

export { bestBuild, isSupported, selectKernels, type KernelBuild } from './kernels/kernels.ts';
import { KernelMemoryError } from './kernels/memory.ts';
export { KernelMemoryError };

/** 'wasm-relaxed-simd' or 'wasm-simd'; named in every result, for the last bits of a number depend on it. */
export function kernelName(): string {
  return kernels().build;
}

/** Bytes of this thread's kernel memory in use, and bytes that one more block could still take. */
export function kernelMemory(): { readonly used: number; readonly available: number } {
  const { arena } = kernels();
  return { used: arena.used, available: arena.available };
}

/** Throws KernelMemoryError (needed, available) when `bytes` more cannot be had: to be asked before a long computation. */
export function requireKernelMemory(bytes: number): void {
  const { arena } = kernels();
  if (bytes > arena.available) throw new KernelMemoryError(bytes, arena.available);
}
