/** Image sets that both sides of a benchmark read: raw float64 files in a temporary folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expand, matrix, matrixStack, orthonormalise, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';

/** Images, rows, columns. */
export type Shape = readonly [number, number, number];

export interface ImageFiles {
  /**
   * Writes images U_c Z U_rᵀ + noise with a falling spectrum of rank (q_c, q_r): they settle in a few iterations, as
   * faces do.
   */
  readonly write: (shape: Shape, latent: readonly [number, number]) => string;
  readonly remove: () => void;
}

export function openImageFiles(): ImageFiles {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-bench-'));
  return {
    write(shape, latent) {
      const file = join(folder, `${shape.join('-')}.f64`);
      writeFileSync(file, drawImages(shape, latent).data);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The images of a file. */
export function readImages(file: string, [count, rows, cols]: Shape): MatrixStack {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return matrixStack(count, rows, cols, new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)));
}

function drawImages([count, rows, cols]: Shape, [qc, qr]: readonly [number, number]): MatrixStack {
  const random = stream('bench', count, rows, cols);
  const normal = (length: number): Float64Array => Float64Array.from({ length }, () => random.normal());
  const codes = matrixStack(count, qc, qr, normal(count * qc * qr));
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
  return images;
}
