import { z } from 'zod';
import { byMetric, DEFAULT_METRIC, distanceBetween, givesSquares } from '../metrics/registry.ts';
import { quantile, mean } from '../../stats/describe.ts';
import { subjectPositions } from '../../stats/subjectPositions.ts';
import { metricParameter, optionalMetric, spreadOf } from './byDistance.ts';
import type { ClassifierDeclaration } from './classifier.ts';

const OVER = {
  mean: { title: 'Mean', of: mean },
  median: { title: 'Median', of: (values: readonly number[]) => quantile(values, 0.5) },
  least: { title: 'Least', of: (values: readonly number[]) => Math.min(...values) },
} as const;

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
      choices: overs.map((over) => ({ value: over, title: OVER[over].title })),
    },
    metricParameter,
  ],
  phrase: ({ over, metric }) => byMetric(`${over} distance to a subject's gallery`, metric),
  codes: {
    scores({ over, metric = DEFAULT_METRIC }, gallery, labels, probes, world) {
      const groups = subjectPositions(labels);
      const distance = distanceBetween(metric, gallery, probes, spreadOf(metric, gallery, world));
      const root = givesSquares(metric) ? Math.sqrt : (value: number): number => value;
      const pair = (p: number, candidate: number): number =>
        -OVER[over].of(groups[candidate].map((g) => root(distance(g, p))));
      const positions = groups.map(([first]) => first);
      return {
        probes: probes.count,
        subjects: positions.map((position) => labels[position]),
        positions,
        voters: 1,
        pair,
        of: (p) => Float64Array.from(groups, (_, candidate) => pair(p, candidate)),
      };
    },
  },
};
