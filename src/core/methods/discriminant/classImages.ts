import { readStack, matrixStack, type MatrixStack } from '../../linalg/index.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError } from '../method.ts';
import { countedClasses } from './classMeans.ts';

/** Images taken apart into what differs within subjects and between them. */
export interface ClassImages {
  /** X_n − M_c of the mean image M_c of its subject, N × d_c × d_r. */
  readonly within: MatrixStack;
  /** √n_c (M_c − M), K × d_c × d_r. */
  readonly between: MatrixStack;
}

/** Throws FitError where no subject has two images, so that nothing differs within subjects. */
export function classImages(title: string, images: ImageSet, labels: Int32Array): ClassImages {
  const { count, rows, cols } = images;
  const { sizes, index } = countedClasses(labels);
  if (sizes.length === count) throw new FitError(`${title} needs two or more training images of some subject.`);
  const size = rows * cols;
  const within = matrixStack(count, rows, cols);
  readStack(images, 0, count, within.data, 0);
  const between = matrixStack(sizes.length, rows, cols);
  const mean = new Float64Array(size);
  for (let n = 0, at = 0; n < count; n++) {
    const to = index[n] * size;
    for (let i = 0; i < size; i++, at++) {
      between.data[to + i] += within.data[at];
      mean[i] += within.data[at] / count;
    }
  }
  for (let at = 0; at < between.data.length; at++) between.data[at] /= sizes[Math.floor(at / size)];
  for (let n = 0, at = 0; n < count; n++) {
    for (let i = 0; i < size; i++, at++) within.data[at] -= between.data[index[n] * size + i];
  }
  for (let at = 0; at < between.data.length; at++) {
    between.data[at] = Math.sqrt(sizes[Math.floor(at / size)]) * (between.data[at] - mean[at % size]);
  }
  return { within, between };
}
