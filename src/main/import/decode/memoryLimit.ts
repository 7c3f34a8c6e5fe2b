import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { ImportError, type ImageSize } from '../types.ts';

/** Maximum size of an imported dataset in bytes: 250,000 images of 64 × 64 as float64. */
export const MOST_BYTES = 8 * 2 ** 30;

/** Throws ImportError if the grey values of that many images of this size exceed the limit. */
export function requireMemoryFor(
  count: number,
  { rows, cols }: ImageSize,
  { depth }: Pick<ImportRecipe, 'depth'> = {},
): void {
  const needed = count * rows * cols * (depth === '8-bit' ? 1 : 8);
  if (needed <= MOST_BYTES) return;
  const gib = (bytes: number): string => (bytes / 2 ** 30).toFixed(0);
  throw new ImportError(
    `${count} images of ${rows} × ${cols} need ${gib(needed)} GiB; at most ${gib(MOST_BYTES)} GiB can be imported. Choose a smaller size.`,
  );
}
