/** Latent shapes of equal compression. */
import type { LatentShape, Method } from '../method.ts';
import { InvalidInputError } from '../problems.ts';

/**
 * The smallest latent shape of a method that stores at least as many numbers as (q, q) codes of `count` images of
 * m × n together with their bases, N q² + m q + n q: the comparison of Yu, Bi, Ye 2010, section 6.1. Methods with two
 * latent dimensions: (q, q) itself. With one code of q' numbers per image: q' = ⌈(N q² + m q + n q) / (N + m n)⌉ (the
 * paper prints n and m exchanged). With q' numbers per row (column) of the image the denominator is N m + n (N n + m).
 */
export function matchedShape(
  { latentNames, outside }: Pick<Method, 'latentNames' | 'outside'>,
  q: number,
  rows: number,
  cols: number,
  count: number,
): LatentShape {
  if (latentNames.length === 2) return [q, q];
  if (outside?.declaration.codes) {
    const message = 'What a latent dimension of this method costs is not known: list the values instead.';
    throw new InvalidInputError([{ path: 'latent.matched', message }]);
  }
  const stored = count * q * q + (rows + cols) * q;
  return [Math.ceil(stored / storedPerDimension(latentNames[0], rows, cols, count))];
}

/** Numbers that one latent dimension costs: in the codes of all images and in the basis. */
function storedPerDimension(name: string, rows: number, cols: number, count: number): number {
  if (name === 'q_j') {
    const message = 'What a dimension of one mode of a tensor costs depends on the mode: list the values instead.';
    throw new InvalidInputError([{ path: 'latent.matched', message }]);
  }
  if (name === 'q_r') return count * rows + cols;
  if (name === 'q_c') return count * cols + rows;
  return count + rows * cols;
}
