import type { MatrixStack } from '../../src/core/linalg/matrix.ts';

/**
 * By definition, one pair of codes after another, which sweeps are checked against. Position of the nearest gallery
 * code of every probe code, by squared Euclidean distance; ties go to the lowest position. Differences are summed
 * directly (no ‖a‖² − 2ab + ‖b‖²), so equal codes have distance 0 exactly. Throws RangeError when the code shapes
 * differ or the gallery is empty.
 */
export function nearestNeighbours(gallery: MatrixStack, probes: MatrixStack): Uint32Array {
  if (gallery.rows !== probes.rows || gallery.cols !== probes.cols) {
    throw new RangeError(
      `nearestNeighbours: gallery codes are ${gallery.rows} × ${gallery.cols}, probe codes ${probes.rows} × ${probes.cols}`,
    );
  }
  if (gallery.count === 0) throw new RangeError('nearestNeighbours: the gallery is empty');
  const size = gallery.rows * gallery.cols;
  const nearest = new Uint32Array(probes.count);
  for (let p = 0; p < probes.count; p++) {
    let best = 0;
    let least = Infinity;
    for (let g = 0; g < gallery.count; g++) {
      const a = g * size;
      const b = p * size;
      let distance = 0;
      // A sum that has reached the least so far can only grow: most candidates end here.
      for (let i = 0; i < size && distance < least; i++) {
        const difference = gallery.data[a + i] - probes.data[b + i];
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        best = g;
      }
    }
    nearest[p] = best;
  }
  return nearest;
}
