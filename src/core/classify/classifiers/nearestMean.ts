import { z } from 'zod';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { byMetric, DEFAULT_METRIC, metricProse } from '../metrics/registry.ts';
import { byRule, metricParameter, optionalMetric } from './distanceClassifiers.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { subjectsOfGallery } from '../scores.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('nearest-mean'), metric: optionalMetric });

export const nearestMean: ClassifierDeclaration<typeof schema> = {
  kind: 'nearest-mean',
  title: 'Nearest mean of a subject',
  help: "The subject whose gallery codes have the nearest mean; the subject's first image stands for it.",
  schema,
  parameters: [metricParameter],
  phrase: ({ metric }) => byMetric('nearest mean of a subject', metric),
  prose: ({ metric }, reference) =>
    prose`Test images were assigned to the subject with the nearest mean of its ${reference} codes (${metricProse(metric)})`,
  pairProse: ({ metric }) =>
    prose`The score of a comparison was the negative distance to the mean of the enrolled codes (${metricProse(metric)})`,
  codes: byRule(({ metric = DEFAULT_METRIC }, gallery, labels) => {
    const { groups, subjects, positions } = subjectsOfGallery(labels);
    return { metric, gallery: meansOf(groups, gallery), subjects, positions, voters: 1 };
  }),
};

function meansOf(groups: readonly (readonly number[])[], { rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  const codes = matrixStack(groups.length, rows, cols);
  groups.forEach((members, m) => {
    for (const n of members) {
      for (let i = 0; i < size; i++) codes.data[m * size + i] += data[n * size + i] / members.length;
    }
  });
  return codes;
}
