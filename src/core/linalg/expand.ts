/** The way back from codes to images. */
import { kernels, read, withScratch } from './kernels/kernels.ts';
import { load } from './factor.ts';
import { matrixStack, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf, shapeOrIdentity } from './products.ts';

/**
 * U_c Z_n U_rᵀ for every matrix of a stack; null stands for the identity. Throws RangeError when the shapes do not fit.
 */
export function expand(stack: MatrixStack, uc: Matrix | null, ur: Matrix | null): MatrixStack {
  if ((uc && uc.cols !== stack.rows) || (ur && ur.cols !== stack.cols)) {
    throw new RangeError(
      `expand: matrices of ${shapeOf(stack)} between ${shapeOrIdentity(uc)} and ${shapeOrIdentity(ur)}`,
    );
  }
  const { count, rows: qc, cols: qr } = stack;
  const height = uc?.rows ?? qc;
  const width = ur?.rows ?? qr;
  const engine = kernels();
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    let at = load(engine, take, stack);
    if (uc) {
      const factor = load(engine, take, uc);
      const y = take(count * height * qr);
      for (let n = 0; n < count; n++) {
        run.gemm(height, qr, qc, 1, factor, qc, 1, 0, at + n * qc * qr * 8, 1, qr, 0, y + n * height * qr * 8, qr, 0);
      }
      at = y;
    }
    if (ur) {
      const factor = load(engine, take, ur);
      const y = take(count * height * width);
      run.gemm(count * height, width, qr, 1, at, qr, 1, 0, factor, qr, 1, 0, y, width, 0);
      at = y;
    }
    return matrixStack(count, height, width, read(arena, at, count * height * width));
  });
}
