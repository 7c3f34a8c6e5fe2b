import { z } from 'zod';
import { asVectors, selectImages } from '../../images/imageSet.ts';
import { squaredDistances, type Matrix } from '../../linalg/index.ts';
import { subjectsOfGallery } from '../scores.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('nfl') });

/**
 * Nearest feature line: infinite lines through every two gallery codes of a subject; the probe is assigned to the
 * subject of the nearest line (Li, Lu 1999). A subject with a single image, or with identical ones, has points instead.
 */
export const nearestFeatureLine: ClassifierDeclaration<typeof schema> = {
  kind: 'nfl',
  title: 'Nearest feature line (NFL)',
  help: "The subject with the nearest line through two of its gallery codes; of equally near ones the first. The subject's first image stands for it. A subject with one image has that point instead of lines: nearest neighbour.",
  schema,
  parameters: [],
  citation: {
    key: 'li1999nfl',
    type: 'article',
    authors: ['Stan Z. Li', 'Juwei Lu'],
    title: 'Face recognition using the nearest feature line method',
    venue: 'IEEE Transactions on Neural Networks',
    year: 1999,
    volume: '10',
    number: '2',
    pages: '439–443',
    doi: '10.1109/72.750575',
  },
  phrase: () => 'nearest feature line',
  prose: (_, reference) =>
    prose`Test images were assigned to the subject with the nearest line through two of its ${reference} codes (nearest feature line)`,
  pairProse: () =>
    prose`The score of a comparison was the negative distance to the nearest feature line of the enrolled codes`,
  codes: {
    scores(_, gallery, labels, probes) {
      const { groups, scores } = subjectsOfGallery(labels);
      const galleryCodes = asVectors(gallery);
      const toProbes = squaredDistances(asVectors(probes), galleryCodes);
      const within = groups.map((members) => {
        const subjectCodes = asVectors(selectImages(gallery, members));
        return squaredDistances(subjectCodes, subjectCodes);
      });
      return scores(probes.count, (p) => {
        const row = toProbes.data.subarray(p * galleryCodes.rows, (p + 1) * galleryCodes.rows);
        return Float64Array.from(groups, (members, s) => -squaredLineDistance(row, members, within[s]));
      });
    },
  },
};

/**
 * Smallest squared height of the triangles that a probe forms with every two codes of a subject, from the squared
 * sides. Heights are measured from the nearer of the two codes, because rounding must not place a line farther away
 * than its points.
 */
function squaredLineDistance(toProbe: Float64Array, members: readonly number[], within: Matrix): number {
  let least = Infinity;
  members.forEach((n, i) => {
    least = Math.min(least, toProbe[n]);
    for (let j = 0; j < i; j++) {
      const side = within.data[i * members.length + j];
      if (side === 0) continue;
      const [near, far] = [Math.min(toProbe[n], toProbe[members[j]]), Math.max(toProbe[n], toProbe[members[j]])];
      least = Math.min(least, Math.max(0, near - (near + side - far) ** 2 / (4 * side)));
    }
  });
  return least;
}
