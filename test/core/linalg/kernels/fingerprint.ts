/** Prints one line a build: the SHA-256 of a product, eigenvectors, singular vectors and sums, also by moments. */
import { createHash } from 'node:crypto';
import {
  gramOfColumns,
  leadingSums,
  loadBatch,
  matrixStack,
  momentsOf,
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
  const batch = loadBatch(matrixStack(30, 60, 10, a.data));
  const sums = leadingSums(batch, null, momentsOf(batch), { right: 0, left: 0 });
  const request = { factor: randomMatrix(10, 3, 2), scale: 1, fromPlain: false, count: 5 };
  const results = [
    multiply(a, a, { transposeB: true }),
    symmetricEigen(gramOfColumns(a)).vectors,
    svd(a).u,
    batch.sumRightFactor(request.factor),
    sums.right([request])[0].vectors,
  ];
  for (const { data } of results) hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  console.log(build, hash.digest('hex'));
}
