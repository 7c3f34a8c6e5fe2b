/** Who a probe is, from codes: nearest neighbours by vote, the nearest mean of a subject, or support vectors. */
import { FitError } from '../methods/method.ts';
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';
import { machineScores, type KernelName } from './leastSquaresSvm.ts';
import { distanceBetween, type MetricName } from './metrics.ts';
import type { Scores } from './scores.ts';

export interface Classifier {
  /** 'likelihood': one model a subject (byLikelihood.ts), the others: from codes. */
  readonly kind: '1nn' | 'knn' | 'nearest-mean' | 'ls-svm' | 'likelihood';
  /** Neighbours that vote; of 'knn' only. */
  readonly k?: number;
  /** Of neighbours and means. Absent: Euclidean. */
  readonly metric?: MetricName;
  /** Of 'ls-svm'. Absent: radial basis functions. */
  readonly kernel?: KernelName;
}

/** Why k neighbours of a gallery with fewer images cannot vote. */
export function tooManyNeighbours(k: number, gallery: number): string {
  return `${k} nearest neighbours need a gallery of at least ${k} images, found ${gallery}.`;
}

/** True for the one classifier that has a fast path over all latent shapes. */
export function isPlainNearest({ kind, metric = 'euclidean' }: Classifier): boolean {
  return kind === '1nn' && metric === 'euclidean';
}

/**
 * What stands for a classifier in the keys of cells: itself, but for the nearest mean by the whitened metric, whose first
 * cells were divided by the deviation of the means instead of the gallery's and must not be found again.
 */
export function classifierIdentity(classifier: Classifier | undefined): unknown {
  const { kind, metric } = classifier ?? {};
  return kind === 'nearest-mean' && metric === 'whitened' ? { ...classifier, deviation: 'gallery' } : classifier;
}

/**
 * Scores of probes by their codes. Candidates are the gallery images and scores their negative distances; with
 * 'nearest-mean' and 'ls-svm' candidates are the subjects, in the order of their first images, which stand for them.
 * Throws FitError where more neighbours are to vote than there are images in the gallery.
 */
export function scoreCodes(
  { kind, k = 1, metric = 'euclidean', kernel }: Classifier,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
): Scores {
  if (kind === 'ls-svm') return machineScores(gallery, labels, probes, kernel);
  if (kind === 'nearest-mean') {
    const { means, first } = subjectMeans(gallery, labels);
    const subjects = first.map((position) => labels[position]);
    return { ...byDistance(metric, means, probes, gallery), subjects, positions: first, voters: 1 };
  }
  if (kind === 'knn' && k > gallery.count) throw new FitError(tooManyNeighbours(k, gallery.count));
  const positions = Array.from({ length: gallery.count }, (_, g) => g);
  return {
    ...byDistance(metric, gallery, probes, gallery),
    subjects: labels,
    positions,
    voters: kind === 'knn' ? k : 1,
  };
}

/** Negative distances to `known`: the gallery, or means of it. */
function byDistance(
  metric: MetricName,
  known: MatrixStack,
  probes: MatrixStack,
  gallery: MatrixStack,
): Pick<Scores, 'probes' | 'of'> {
  const distance = distanceBetween(metric, known, probes, gallery);
  return {
    probes: probes.count,
    of: (p) => Float64Array.from({ length: known.count }, (_, g) => -distance(g, p)),
  };
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
