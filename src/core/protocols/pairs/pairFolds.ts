/** Folds of subjects with the pairs that are compared in each. */
import { z } from 'zod';
import { imagesBySubject, type SplitSource } from '../../dataset.ts';
import { type Random, stream } from '../../random/stream.ts';
import { sampleWithoutReplacement, shuffle } from '../../random/sampling.ts';
import { developmentFoldsSchema } from './developmentFolds.ts';
import { allComparisons, type ImagePair } from './pairs.ts';

export const pairsSchema = z.strictObject({
  kind: z.literal('pairs'),
  folds: z.int().min(2).max(1000),
  developmentFolds: developmentFoldsSchema,
  /** Genuine pairs, and as many impostor pairs. Absent or 0: all pairs of the fold. */
  pairsPerFold: z.int().min(0).max(1_000_000).optional(),
  /** Absent or 0: pairs are of two images. */
  galleryPerSubject: z.int().min(0).max(1000).optional(),
  genuineBy: z.string().min(1).optional(),
  across: z.string().min(1).optional(),
  genuineAcross: z.string().min(1).optional(),
  impostorsWithin: z.string().min(1).optional(),
});

export type Pairs = z.infer<typeof pairsSchema>;

interface Fold {
  readonly images: readonly number[];
  /** The images of the galleries. */
  readonly enrolled: readonly number[];
  readonly pairs: readonly ImagePair[];
}

/** The folds of a seed. Subjects with several images are dealt first, so that every fold has genuine pairs. */
export function foldsOf(protocol: Pairs, source: SplitSource, seed: number): Fold[] {
  const { folds, pairsPerFold, galleryPerSubject } = protocol;
  const random = stream(seed, source.hash, 'verification folds', folds);
  const groups = shuffle(
    random,
    imagesBySubject(source).filter((images) => images.length > 0),
  );
  const dealt = [...groups.filter(({ length }) => length > 1), ...groups.filter(({ length }) => length === 1)];
  const members: number[][] = Array.from({ length: folds }, () => []);
  dealt.forEach((images, turn) => members[turn % folds].push(...images));
  return members.map((images, fold) => {
    const sorted = [...images].sort((a, b) => a - b);
    const gallery = stream(seed, source.hash, 'verification gallery', folds, galleryPerSubject ?? 0, fold + 1);
    const enrolled = galleryPerSubject ? galleriesOf(sorted, galleryPerSubject, source, gallery) : [];
    const known = new Set(enrolled);
    const pairs = galleryPerSubject
      ? allComparisons({ enrolled, probes: sorted.filter((image) => !known.has(image)) }, source.labels)
      : pairsWithin(sorted, protocol, source);
    if (!pairsPerFold) return { images, enrolled, pairs };
    const draw = stream(seed, source.hash, 'verification pairs', pairsName(protocol), fold + 1);
    const drawn = [true, false].flatMap((kind) =>
      someOf(
        draw,
        pairs.filter(({ genuine }) => genuine === kind),
        pairsPerFold,
      ),
    );
    return { images, enrolled, pairs: drawn };
  });
}

/** So many images of every subject that has more, at random. */
function galleriesOf(
  images: readonly number[],
  count: number,
  { labels }: Pick<SplitSource, 'labels'>,
  random: Random,
): number[] {
  return [...Map.groupBy(images, (image) => labels[image]).values()]
    .filter(({ length }) => length > count)
    .flatMap((own) => Array.from(sampleWithoutReplacement(random, own.length, count), (at) => own[at]))
    .sort((a, b) => a - b);
}

function pairsWithin(images: readonly number[], protocol: Pairs, source: SplitSource): ImagePair[] {
  const { genuineBy, across, genuineAcross, impostorsWithin } = protocol;
  const valueOf = (name: string, image: number): string | undefined => source.attributes?.[image]?.[name];
  const identity = (image: number): string | number | undefined =>
    genuineBy ? valueOf(genuineBy, image) : source.labels[image];
  /** Whether both images have a value of the attribute, and one value or two, as wanted; true without an attribute. */
  const holds = (name: string | undefined, same: boolean, first: number, second: number): boolean => {
    if (!name) return true;
    const [a, b] = [valueOf(name, first), valueOf(name, second)];
    return a !== undefined && b !== undefined && (a === b) === same;
  };
  const pairs: ImagePair[] = [];
  for (let i = 0; i < images.length; i++) {
    for (let j = i + 1; j < images.length; j++) {
      const [reference, probe] = [images[i], images[j]];
      if (identity(reference) === undefined || identity(probe) === undefined) continue;
      if (!holds(across, false, reference, probe)) continue;
      const genuine = identity(reference) === identity(probe);
      if (genuine ? !holds(genuineAcross, false, reference, probe) : !holds(impostorsWithin, true, reference, probe)) {
        continue;
      }
      pairs.push({ probe, reference, genuine });
    }
  }
  return pairs;
}

/** `count` of the pairs at random, in their order; all where there are fewer. */
function someOf(random: Random, pairs: readonly ImagePair[], count: number): ImagePair[] {
  const chosen = sampleWithoutReplacement(random, pairs.length, Math.min(count, pairs.length));
  return Array.from(chosen.sort(), (place) => pairs[place]);
}

/** Names which pairs there are: drawn ones are the same, whichever folds develop. */
export function pairsName({
  folds,
  pairsPerFold,
  galleryPerSubject,
  genuineBy,
  across,
  genuineAcross,
  impostorsWithin,
}: Pairs): string {
  const parts = [`folds=${folds}`, `pairs=${pairsPerFold || 'all'}`];
  if (galleryPerSubject) parts.push(`gallery=${galleryPerSubject}`);
  if (genuineBy) parts.push(`genuine=${genuineBy}`);
  if (across) parts.push(`across=${across}`);
  if (genuineAcross) parts.push(`genuine-across=${genuineAcross}`);
  if (impostorsWithin) parts.push(`impostors-within=${impostorsWithin}`);
  return parts.join(',');
}
