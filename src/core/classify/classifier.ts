/** Who a probe is, from codes: nearest neighbours by vote, or the nearest mean of a subject. */
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';
import { distanceBetween, type MetricName } from './metrics.ts';

export interface Classifier {
  /** 'likelihood': one model a subject (byLikelihood.ts), the others: from codes. */
  readonly kind: '1nn' | 'knn' | 'nearest-mean' | 'likelihood';
  /** Neighbours that vote; of 'knn' only. */
  readonly k?: number;
  /** Absent: Euclidean. */
  readonly metric?: MetricName;
}

/** True for the one classifier that has a fast path over all latent shapes. */
export function isPlainNearest({ kind, metric = 'euclidean' }: Classifier): boolean {
  return kind === '1nn' && metric === 'euclidean';
}

/**
 * For every probe the position of a gallery code of the subject it is taken for: the nearest of that subject (nearest
 * means: the first). Equal distances go to the lowest position; of subjects with equally many votes the one with the
 * nearest code wins.
 */
export function classifyCodes(
  { kind, k = 1, metric = 'euclidean' }: Classifier,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
): Uint32Array {
  if (kind === 'nearest-mean') {
    const { means, first } = subjectMeans(gallery, labels);
    return vote(distanceBetween(metric, means, probes), first, first, 1, probes.count);
  }
  const positions = Array.from({ length: gallery.count }, (_, g) => g);
  const distance = distanceBetween(metric, gallery, probes);
  return vote(distance, labels, positions, kind === 'knn' ? k : 1, probes.count);
}

/** The k nearest candidates of every probe vote with their labels; the answer is a place of `positions`. */
function vote(
  distance: (g: number, p: number) => number,
  labels: ArrayLike<number>,
  positions: readonly number[],
  k: number,
  probes: number,
): Uint32Array {
  const order = positions.map((_, g) => g);
  return Uint32Array.from({ length: probes }, (_, p) => {
    const distances = order.map((g) => distance(g, p));
    const nearest = [...order].sort((a, b) => distances[a] - distances[b] || a - b).slice(0, k);
    const votes = new Map<number, number>();
    for (const g of nearest) votes.set(labels[g], (votes.get(labels[g]) ?? 0) + 1);
    const most = Math.max(...votes.values());
    return positions[nearest.find((g) => votes.get(labels[g]) === most)!];
  });
}

/** The mean code of every subject, in the order of their first codes, and the positions of these. */
function subjectMeans(
  { count, rows, cols, data }: MatrixStack,
  labels: ArrayLike<number>,
): { means: MatrixStack; first: number[] } {
  const size = rows * cols;
  const groups = new Map<number, number[]>();
  for (let n = 0; n < count; n++) groups.set(labels[n], [...(groups.get(labels[n]) ?? []), n]);
  const means = matrixStack(groups.size, rows, cols);
  [...groups.values()].forEach((members, m) => {
    for (const n of members) {
      for (let i = 0; i < size; i++) means.data[m * size + i] += data[n * size + i] / members.length;
    }
  });
  return { means, first: [...groups.values()].map((members) => members[0]) };
}

/** Training images and subjects of one fit: an even share where every subject has a model of its own. */
export function fitSize(
  size: { readonly images: number; readonly subjects: number },
  classifier?: Classifier,
): { readonly images: number; readonly subjects: number } {
  return classifier?.kind === 'likelihood' ? { images: Math.floor(size.images / size.subjects), subjects: 1 } : size;
}
