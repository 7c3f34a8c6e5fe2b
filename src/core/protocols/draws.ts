/**
 * What random splits are drawn by: the identities of the images (see identities.ts), which other forms of the same
 * images share. Studies of earlier versions draw by the hash of the pixels, in the order of the dataset.
 */
import { identitiesOf, imagesBySubject, type SplitSource } from '../dataset.ts';
import { identityRanks } from '../identities.ts';
import { stream, type Random } from '../random/stream.ts';

/** The images of a subject, in the order in which draws count them. */
export interface DrawnSubject {
  readonly subject: number;
  readonly images: readonly number[];
}

export interface Draws {
  /** The subjects with included images, in the order of draws. */
  readonly subjects: readonly DrawnSubject[];
  /** The stream of random numbers of a draw. */
  readonly stream: (...parts: readonly (string | number)[]) => Random;
  /** Images in the order of draws. */
  readonly sorted: (images: readonly number[]) => number[];
}

/** How the splits of a study with this seed are drawn from a dataset. */
export function drawsOf(source: SplitSource, seed: number): Draws {
  const groups = imagesBySubject(source).map((images, subject) => ({ subject, images }));
  if (source.draws === 'pixels') {
    return {
      subjects: groups.filter(({ images }) => images.length > 0),
      stream: (...parts) => stream(seed, source.hash, ...parts),
      sorted: (images) => images.toSorted((a, b) => a - b),
    };
  }
  const identities = identitiesOf(source);
  const ranks = identityRanks(identities);
  const sorted = (images: readonly number[]): number[] => images.toSorted((a, b) => ranks[a] - ranks[b]);
  return {
    subjects: groups
      .filter(({ images }) => images.length > 0)
      .map(({ subject, images }) => ({ subject, images: sorted(images) }))
      .sort((a, b) => ranks[a.images[0]] - ranks[b.images[0]]),
    stream: (...parts) => stream(seed, identities.key, ...parts),
    sorted,
  };
}
