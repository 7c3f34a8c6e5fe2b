/** Third-order data as images: planes (colours, frames of a video block) side by side in the columns. */
import type { MatrixStack } from '../../linalg/index.ts';
import { FitError, type Parameter } from '../method.ts';
import type { TensorStack } from './tensor.ts';

export const planesParameter = {
  name: 'planes',
  title: 'Planes',
  help: 'Number of planes (colours, frames) side by side in the columns of an image; must divide the number of columns.',
  kind: 'integer',
  default: 1,
  source: { neutral: 'images have one plane' },
  min: 1,
  max: 4096,
} as const satisfies Parameter;

/** The images as tensors rows × planes × width. Throws FitError when the planes do not divide the columns. */
export function tensorsOf(images: MatrixStack, { planes }: { readonly planes: number }): TensorStack {
  if (images.cols % planes !== 0) throw new FitError(`PHOPCA: ${planes} planes do not divide ${images.cols} columns.`);
  return { count: images.count, dims: [images.rows, planes, images.cols / planes], data: images.data };
}
