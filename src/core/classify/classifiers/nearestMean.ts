import { z } from 'zod';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { byMetric, DEFAULT_METRIC } from '../metrics/registry.ts';
import { distanceScores, metricParameter, optionalMetric, spreadOf } from './byDistance.ts';
import type { ClassifierDeclaration, Representatives } from './classifier.ts';
import { subjectPositions } from '../../stats/subjectPositions.ts';

const schema = z.strictObject({ kind: z.literal('nearest-mean'), metric: optionalMetric });

export const nearestMean: ClassifierDeclaration<typeof schema> = {
  kind: 'nearest-mean',
  title: 'Nearest mean of a subject',
  help: "The subject whose gallery codes have the nearest mean; the subject's first image stands for it.",
  schema,
  parameters: [metricParameter],
  phrase: ({ metric }) => byMetric('nearest mean of a subject', metric),
  codes: {
    scores({ metric }, gallery, labels, probes, world) {
      const { codes, positions } = meansOfSubjects(gallery, labels);
      const subjects = Array.from(positions, (position) => labels[position]);
      const spread = spreadOf(metric, gallery, world);
      return { ...distanceScores(metric, codes, probes, spread), subjects, positions, voters: 1 };
    },
    representatives: ({ metric = DEFAULT_METRIC }) => (metric === DEFAULT_METRIC ? meansOfSubjects : null),
  },
  // The first cells by the whitened metric were divided by the deviation of the means and must not be found again.
  identity: (value) => (value.metric === 'whitened' ? { ...value, deviation: 'gallery' } : value),
};

/** The mean code of every subject, for which its first image stands. */
function meansOfSubjects({ rows, cols, data }: MatrixStack, labels: ArrayLike<number>): Representatives {
  const groups = subjectPositions(labels);
  const size = rows * cols;
  const codes = matrixStack(groups.length, rows, cols);
  groups.forEach((members, m) => {
    for (const n of members) {
      for (let i = 0; i < size; i++) codes.data[m * size + i] += data[n * size + i] / members.length;
    }
  });
  return { codes, positions: groups.map(([first]) => first) };
}
