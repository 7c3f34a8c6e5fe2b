/** What is measured, here and in reference.py: name, sizes and, for image sets, the file both sides read. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expand, matrixStack, orthonormalise, matrix, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';

export type Task = { readonly name: string } & (
  | { readonly kind: 'gemm' | 'eigh'; readonly n: number }
  | { readonly kind: 'gram'; readonly shape: Shape; readonly file: string }
  | { readonly kind: 'cell'; readonly shape: Shape; readonly file: string; readonly train: number }
  | {
      readonly kind: 'glram' | 'bppca';
      readonly shape: Shape;
      readonly file: string;
      readonly latent: [number, number];
    }
);
type Shape = readonly [number, number, number];

const bilinear: readonly (readonly [Shape, [number, number]])[] = [
  [
    [500, 10, 10],
    [3, 3],
  ],
  [
    [50, 500, 20],
    [3, 3],
  ],
  [
    [120, 32, 32],
    [10, 4],
  ],
  [
    [120, 56, 46],
    [10, 10],
  ],
  [
    [400, 112, 92],
    [15, 15],
  ],
  [
    [2000, 50, 50],
    [10, 10],
  ],
];

/** The tasks, with their image sets written to a temporary folder. */
export function prepareTasks(): { tasks: Task[]; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-bench-'));
  const tasks: Task[] = [];
  for (const n of [100, 256, 512, 1024]) tasks.push({ name: `product ${n} × ${n}`, kind: 'gemm', n });
  for (const n of [32, 100, 400, 1000]) tasks.push({ name: `symmetric eigen n = ${n}`, kind: 'eigh', n });
  const faces: Shape = [400, 56, 46];
  const file = write(folder, faces, [20, 20]);
  tasks.push({ name: 'Gram matrix of 400 of 56 × 46', kind: 'gram', shape: faces, file });
  tasks.push({ name: 'PCA + PPCA cell, all q, 160 + 240 of 56 × 46', kind: 'cell', shape: faces, file, train: 160 });
  for (const [shape, latent] of bilinear) {
    const images = write(folder, shape, latent);
    const what = `${shape.join(' × ')}, q = (${latent.join(', ')})`;
    tasks.push({ name: `GLRAM ${what}`, kind: 'glram', shape, latent, file: images });
    tasks.push({ name: `BPPCA ${what}`, kind: 'bppca', shape, latent, file: images });
  }
  return { tasks, folder };
}

/** Images C Z Rᵀ + noise with a falling spectrum: they settle in a few iterations, as faces do. */
function write(folder: string, [count, rows, cols]: Shape, [qc, qr]: readonly [number, number]): string {
  const random = stream('bench', count, rows, cols);
  const normal = (length: number): Float64Array => Float64Array.from({ length }, () => random.normal());
  const codes: MatrixStack = matrixStack(count, qc, qr, normal(count * qc * qr));
  for (let at = 0; at < codes.data.length; at++) {
    const [i, j] = [Math.floor(at / qr) % qc, at % qr];
    codes.data[at] *= 10 / ((1 + i) * (1 + j));
  }
  const images = expand(
    codes,
    orthonormalise(matrix(rows, qc, normal(rows * qc))),
    orthonormalise(matrix(cols, qr, normal(cols * qr))),
  );
  for (let at = 0; at < images.data.length; at++) images.data[at] += 0.1 * random.normal();
  const file = join(folder, `${count}-${rows}-${cols}.f64`);
  writeFileSync(file, images.data);
  return file;
}
