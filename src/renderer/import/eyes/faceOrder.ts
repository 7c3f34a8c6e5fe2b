/** In which order faces are looked at whose eyes were found. */
import type { ImageFaces } from '../../../core/contract/faces.ts';

/** The images, the most doubtful first: those without a face, then by doubt; images that nobody searched at the end. */
export function byUncertainty(count: number, found: readonly ImageFaces[]): number[] {
  const doubts = new Map(found.map(({ index, doubt }) => [index, doubt ?? Infinity]));
  const of = (index: number): number => doubts.get(index) ?? -1;
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => {
    const [first, second] = [of(a), of(b)];
    return first === second ? a - b : second - first;
  });
}
