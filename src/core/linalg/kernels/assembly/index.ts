/** The exported kernels. Compiled by scripts/build-kernels.ts, twice: with relaxed SIMD and without. */
export { gemm, mirror, distances } from './gemm';

/** First address free for the arena of the host. */
export function heapBase(): usize {
  return __heap_base;
}
