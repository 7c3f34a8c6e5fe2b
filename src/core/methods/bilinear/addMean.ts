import type { ImageSet } from '../../images/imageSet.ts';
import { matrixStack, type Matrix, type MatrixStack } from '../../linalg/index.ts';

/** X_n + W for every matrix of a stack. */
export function addMean(stack: MatrixStack, mean: Matrix): ImageSet {
  const size = stack.rows * stack.cols;
  return matrixStack(
    stack.count,
    stack.rows,
    stack.cols,
    stack.data.map((value, i) => value + mean.data[i % size]),
  );
}
