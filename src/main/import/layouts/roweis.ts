/** Sets that Sam Roweis published without labels: the order of their images says what they show. */
import type { NamedArray } from './namedArrays.ts';

export interface OrderedImages {
  readonly images: NamedArray;
  readonly labels: readonly string[];
}

/** `olivettifaces.mat` or `usps_all.mat` by name and sizes, pixels stacked by columns; null for every other array. */
export function orderedImages(images: NamedArray): OrderedImages | null {
  const { name, dims } = images;
  // faces, 4096 × 400: ten images a subject.
  if (name === 'faces' && dims.join() === '4096,400') {
    return { images, labels: Array.from({ length: 400 }, (_, n) => String(Math.floor(n / 10) + 1)) };
  }
  // data, 256 × 1100 × 10: pixels × examples × digits, in the order 1, 2, …, 9, 0.
  if (name === 'data' && dims.length === 3 && dims[0] === 256 && dims[2] === 10) {
    const count = dims[1] * 10;
    const labels = Array.from({ length: count }, (_, n) => String((Math.floor(n / dims[1]) + 1) % 10));
    return { images: { ...images, dims: [256, count] }, labels };
  }
  return null;
}
