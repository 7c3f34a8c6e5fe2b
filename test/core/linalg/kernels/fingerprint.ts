/** Prints one line a build: the SHA-256 of a product, eigenvectors, singular vectors and a batched sum. */
import { createHash } from 'node:crypto';
import {
  gramOfColumns,
  loadBatch,
  matrixStack,
  multiply,
  selectKernels,
  svd,
  symmetricEigen,
} from '../../../../src/core/linalg/index.ts';
import { randomMatrix } from '../support.ts';

const a = randomMatrix(150, 120, 1);
for (const build of ['wasm-relaxed-simd', 'wasm-simd'] as const) {
  selectKernels(build);
  const hash = createHash('sha256');
  const results = [
    multiply(a, a, { transposeB: true }),
    symmetricEigen(gramOfColumns(a)).vectors,
    svd(a).u,
    loadBatch(matrixStack(30, 60, 10, a.data)).sumRightFactor(randomMatrix(10, 3, 2)),
  ];
  for (const { data } of results) hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  console.log(build, hash.digest('hex'));
}
