import type { EyeAudit } from '../../../../core/contract/audits.ts';
import type { EyePair } from '../../../../core/formats/eyePositions.ts';
import type { Eyes } from '../../../../core/images/preprocess/align.ts';
import { orderEyes, suspiciousEyes } from '../../../../core/images/preprocess/eyes.ts';
import { readEyes } from '../../../import/readEyes.ts';
import type { ImageSize } from '../../../import/types.ts';
import type { EyeRepository } from '../../../workspace/datasets/eyes.ts';

/** The eyes of an image, in order; `reason` where they cannot be right. */
export interface ImageEyes {
  readonly eyes: Eyes;
  readonly swapped: boolean;
  readonly reason: string | null;
}

/** The eyes of each of these files; null where there are none. Throws ImportError. */
export type EyeSource = (files: readonly string[]) => Promise<readonly (EyePair | null)[]>;

/** Those of a list, or of a folder of `.pos` files. */
export function eyesOfFile(path: string): EyeSource {
  return (files) => readEyes(path, files);
}

/** Those that were marked in the dataset. */
export function eyesMarked(repository: Pick<EyeRepository, 'marked'>, id: number): EyeSource {
  return (files) => {
    const marked = repository.marked(id);
    const pairs = files.map((file) => marked.get(file)).map((own) => own && { first: own.left, second: own.right });
    return Promise.resolve(pairs.map((pair) => pair ?? null));
  };
}

/** The eyes of each file in order, with what is wrong with them; null where there are none. Throws ImportError. */
export async function datasetEyes(
  source: EyeSource,
  files: readonly string[],
  { rows, cols }: ImageSize,
): Promise<(ImageEyes | null)[]> {
  const ordered = (await source(files)).map((pair) => pair && orderEyes(pair.first, pair.second));
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
