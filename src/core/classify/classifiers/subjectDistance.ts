import { z } from 'zod';
import { byMetric, DEFAULT_METRIC, metricProse } from '../metrics/registry.ts';
import { subjectsOfGallery } from '../scores.ts';
import { byRule, metricParameter, optionalMetric } from './distanceClassifiers.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

/** Combines the entries of a row at the positions of a group. */
type OverGroup = (row: Float64Array, group: readonly number[]) => number;

const OVER = {
  mean: { title: 'Mean', of: meanOf },
  median: { title: 'Median', of: medianOf() },
  least: { title: 'Least', of: leastOf },
} as const satisfies Record<string, { readonly title: string; readonly of: OverGroup }>;

type Over = keyof typeof OVER;

const overs = Object.keys(OVER) as [Over, ...Over[]];

const schema = z.strictObject({
  kind: z.literal('subject-distance'),
  over: z.enum(overs).default('mean'),
  metric: optionalMetric,
});

export const subjectDistance: ClassifierDeclaration<typeof schema> = {
  kind: 'subject-distance',
  title: 'Distance to a subject',
  help: 'The subject to whose gallery images the mean (or median) distance is least; in enrolment the score of a client. Scores are minus that distance. With the least it decides as the nearest neighbour.',
  schema,
  parameters: [
    {
      name: 'over',
      title: 'Over its images',
      help: '',
      kind: 'choice',
      default: 'mean',
      source: { measured: 'subject-distance.over' },
      choices: overs.map((over) => ({ value: over, title: OVER[over].title })),
    },
    metricParameter,
  ],
  phrase: ({ over, metric }) => byMetric(`${over} distance to a subject's gallery`, metric),
  prose: ({ over, metric }, reference) =>
    prose`Test images were assigned to the subject with the smallest ${over === 'least' ? 'minimum' : over} distance to its ${reference} images (${metricProse(metric)})`,
  pairProse: ({ over, metric }) =>
    prose`The score of a comparison was the negative ${over === 'least' ? 'minimum' : over} distance to the enrolled images (${metricProse(metric)})`,
  codes: byRule(({ over, metric = DEFAULT_METRIC }, gallery, labels) => {
    const { groups, subjects, positions } = subjectsOfGallery(labels);
    return { metric, gallery, subjects, positions, voters: 1, together: { groups, over: OVER[over].of } };
  }),
};

function meanOf(row: Float64Array, group: readonly number[]): number {
  let sum = 0;
  for (const g of group) sum += row[g];
  return sum / group.length;
}

function leastOf(row: Float64Array, group: readonly number[]): number {
  let least = Infinity;
  for (const g of group) least = Math.min(least, row[g]);
  return least;
}

/** Median; of an even number of values the mean of the middle two. Values are sorted in a reused buffer. */
function medianOf(): OverGroup {
  let sorted = new Float64Array(16);
  return (row, group) => {
    const size = group.length;
    if (size > sorted.length) sorted = new Float64Array(2 * size);
    for (let n = 0; n < size; n++) {
      const value = row[group[n]];
      let place = n;
      for (; place > 0 && value < sorted[place - 1]; place--) sorted[place] = sorted[place - 1];
      sorted[place] = value;
    }
    return (sorted[(size - 1) >> 1] + sorted[size >> 1]) / 2;
  };
}
