import type { EyeAudit } from '../../../core/contract/audits.ts';
import type { Eyes } from '../../../core/images/preprocess/align.ts';
import { orderEyes, suspiciousEyes } from '../../../core/images/preprocess/eyes.ts';
import { readEyes } from '../../import/readEyes.ts';
import type { ImageSize } from '../../import/types.ts';

/** The eyes of an image, in order; `reason` where they cannot be right. */
export interface ImageEyes {
  readonly eyes: Eyes;
  readonly swapped: boolean;
  readonly reason: string | null;
}

/** The eyes of each file from a file or folder of positions; null where there are none. Throws ImportError. */
export async function datasetEyes(
  path: string,
  files: readonly string[],
  { rows, cols }: ImageSize,
): Promise<(ImageEyes | null)[]> {
  const ordered = (await readEyes(path, files)).map((pair) => pair && orderEyes(pair.first, pair.second));
  const known = ordered.filter((found) => found !== null);
  const reasons = suspiciousEyes(known.map(({ eyes }) => ({ eyes, rows, cols }))).values();
  return ordered.map((found) => found && { ...found, reason: reasons.next().value ?? null });
}

/** What an audit says of them, by the numbers of the images. */
export function auditEyes(all: readonly (ImageEyes | null)[]): EyeAudit {
  const known = all.flatMap((found, image) => (found === null ? [] : [{ image, ...found }]));
  return {
    known: known.length,
    missing: all.flatMap((found, image) => (found === null ? [image] : [])),
    swapped: known.filter(({ swapped }) => swapped).map(({ image }) => image),
    suspicious: known.flatMap(({ image, reason, eyes }) => (reason === null ? [] : [{ image, reason, ...eyes }])),
  };
}
