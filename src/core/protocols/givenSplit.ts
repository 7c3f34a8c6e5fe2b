/** One predefined split: its images by 0-based index. */
import { z } from 'zod';
import type { SplitSource } from '../dataset.ts';
import type { Split } from './split.ts';

const indices = (least: number) => z.array(z.int().min(0)).min(least);

/** With a gallery, the model is fitted to `train` and the test images are compared with the gallery. */
export const givenSplitSchema = z.strictObject({
  train: indices(2),
  test: indices(1),
  gallery: indices(1).optional(),
});

export type GivenSplit = z.infer<typeof givenSplitSchema>;

/** Whether a split tests its training images, all of them and no others, in any order. */
export function testsTraining({ train, test, gallery }: GivenSplit): boolean {
  const trained = new Set(train);
  return gallery === undefined && test.length === train.length && test.every((image) => trained.has(image));
}

/** The images of a split that take part, in ascending order. */
export function takenImages({ train, test, gallery }: GivenSplit, { labels }: Pick<SplitSource, 'labels'>): Split {
  const taking = (images: readonly number[]): Int32Array<ArrayBuffer> =>
    Int32Array.from(images.filter((image) => labels[image] !== -1)).sort();
  return { train: taking(train), test: taking(test), ...(gallery && { gallery: taking(gallery) }) };
}
