import { asVectors, selectImages, type ImageSet } from '../../images/imageSet.ts';
import { squaredDistances } from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { permutation } from '../../random/sampling.ts';

/**
 * The component in which every image starts: dealt out at random, as published, or by the nearest of K spread seeds.
 */
export function startAssignment(images: ImageSet, k: number, kind: 'seeds' | 'random', random: Random): Int32Array {
  if (kind === 'seeds') return nearestSeeds(images, k, random);
  const result = new Int32Array(images.count);
  permutation(random, images.count).forEach((n, position) => (result[n] = position % k));
  return result;
}

/**
 * Seeds drawn one by one with probability proportional to the squared distance to the nearest seed so far
 * (Arthur, Vassilvitskii 2007, k-means++). A seed alone in its share takes its nearest image along.
 */
function nearestSeeds(images: ImageSet, k: number, random: Random): Int32Array {
  const distancesTo = (n: number) => squaredDistances(asVectors(images), asVectors(selectImages(images, [n]))).data;
  const first = random.integer(images.count);
  const distances = [distancesTo(first)];
  const nearest = Float64Array.from(distances[0]);
  while (distances.length < k) {
    const total = nearest.reduce((sum, value) => sum + value, 0);
    let left = random.uniform() * total;
    let next = 0;
    while (next < images.count - 1 && (left -= nearest[next]) > 0) next++;
    const row = distancesTo(next);
    distances.push(row);
    for (let n = 0; n < images.count; n++) nearest[n] = Math.min(nearest[n], row[n]);
  }
  const result = Int32Array.from({ length: images.count }, (_, n) => {
    let best = 0;
    for (let c = 1; c < k; c++) if (distances[c][n] < distances[best][n]) best = c;
    return best;
  });
  const sizes = new Int32Array(k);
  for (const c of result) sizes[c]++;
  for (let c = 0; c < k; c++) {
    while (sizes[c] < 2) {
      let taken = -1;
      for (let n = 0; n < images.count; n++) {
        const free = result[n] !== c && sizes[result[n]] > 2;
        if (free && (taken < 0 || distances[c][n] < distances[c][taken])) taken = n;
      }
      sizes[result[taken]]--;
      sizes[c]++;
      result[taken] = c;
    }
  }
  return result;
}
