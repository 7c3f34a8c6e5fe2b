/**
 * Linear algebra of the core: plain values in, plain values out. The kernels behind it are an implementation detail.
 */
export * from './matrix.ts';
export * from './products.ts';
export * from './streamedStack.ts';
export type * from './batch/imageBatch.ts';
export * from './batch/loadBatch.ts';
export { momentEntries, momentsOf } from './residentMoments.ts';
export { dropMoments } from './residentMoments.ts';
export * from './pixelMoments.ts';
export * from './leadingSums.ts';
export * from './projectAll.ts';
export * from './factorisations/eigen.ts';
export type * from './matrix.ts';
export * from './factorisations/cholesky.ts';
export * from './factorisations/qr.ts';
export * from './factorisations/svd.ts';
export * from './rowProducts.ts';
export * from './nearestOverShapes.ts';
export * from './kernelRuntime.ts';
export * from './coordinateDescent.ts';
