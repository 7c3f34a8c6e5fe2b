/** Leaves out images that repeat another one. */
import { findAllDuplicates } from '../../../core/images/audit/audit.ts';
import { runInTimeSlices } from '../../inSteps.ts';
import { pixelsAt } from '../decode/imagePixels.ts';
import { keepImages } from './keepImages.ts';
import type { ReadImages } from '../source.ts';
import { ImportError } from '../types.ts';

/** Least correlation of near-duplicates. */
const NEAR = 0.999;

/**
 * Of images that are equal the first is kept, and none where they stand under several subjects, for then nobody knows
 * whose they are. Of near-duplicates (kind 'near') and pictures cropped twice ('recropped') the first of each pair is
 * kept. Each that goes becomes a problem.
 */
export async function withoutDuplicates(
  read: ReadImages,
  kind: 'exact' | 'near' | 'recropped',
  signal?: AbortSignal,
  onShare?: (share: number) => void,
): Promise<ReadImages> {
  const { images, subjects, files } = read;
  const { rows, cols, count } = images;
  const source = { rows, cols, count, subjects, read: (n: number) => Float64Array.from(pixelsAt(images, n, n + 1)) };
  const { exact, near, recropped } = await runInTimeSlices(
    findAllDuplicates(source, kind === 'exact' ? null : NEAR, kind === 'recropped'),
    signal,
    onShare,
  );
  const reasons = new Map<number, string>();
  for (const { images: group, sameSubject } of exact) {
    const [first, ...others] = group;
    for (const n of sameSubject ? others : group) {
      const duplicate = n === first ? others[0] : first;
      reasons.set(n, `it equals ${files[duplicate]}${sameSubject ? '' : ' under another subject'}`);
    }
  }
  if (near.count > near.pairs.length) {
    throw new ImportError(`${near.count} pairs of images are near-duplicates: too many to leave them out.`);
  }
  const pairs = [
    ...near.pairs.map((pair) => ({ ...pair, how: 'nearly equals' })),
    ...recropped.pairs.map((pair) => ({ ...pair, how: 'seems to be the same picture as' })),
  ];
  for (const { images: pair, correlation, how } of pairs) {
    if (pair.some((n) => reasons.has(n))) continue;
    reasons.set(pair[1], `it ${how} ${files[pair[0]]} (correlation ${correlation.toFixed(5)})`);
  }
  if (reasons.size === 0) return read;
  const kept = subjects.map((_, n) => n).filter((n) => !reasons.has(n));
  if (kept.length === 0) throw new ImportError('Every image repeats another one under another subject.');
  const dropped = [...reasons].sort(([a], [b]) => a - b).map(([n, reason]) => ({ file: files[n], reason }));
  return { ...read, ...keepImages(read, kept), problems: [...read.problems, ...dropped] };
}
