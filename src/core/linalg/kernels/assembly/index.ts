/** The exported kernels. Compiled by scripts/build-kernels.ts, twice: with relaxed SIMD and without. */
export { distances, gemm, mirror, setWidth } from './gemm';
export { eigenScratch, leadingEigen, symmetricEigen } from './eigen';
export { cholesky, jacobi, qr, solveLower, solveLowerTransposed } from './factor';
export { descend } from './descend';
export { integerGram, packIntegers } from './integers';
export { touch, transpose } from './move';
export { foldSquare, gatherRow, packTriangle, scaleTriangle, spreadTriangle } from './moments';
export { axpy } from './simd';
export { nearestByScreen } from './screen';
export { nearestOverShapes } from './sweep';

/** First address free for the arena of the host. */
export function heapBase(): usize {
  return __heap_base;
}
