import { z } from 'zod';
import { byMetric } from '../metrics/registry.ts';
import { byRule, metricParameter, nearestImages, optionalMetric } from './byDistance.ts';
import type { ClassifierDeclaration } from './classifier.ts';

const schema = z.strictObject({ kind: z.literal('1nn'), metric: optionalMetric });

export const nearestNeighbour: ClassifierDeclaration<typeof schema> = {
  kind: '1nn',
  title: 'Nearest neighbour',
  help: 'The subject of the nearest gallery image; of equally near ones the first.',
  schema,
  parameters: [metricParameter],
  phrase: ({ metric }) => byMetric('nearest neighbour', metric),
  codes: {
    perImage: true,
    ...byRule(({ metric }, gallery, labels) => nearestImages(metric, gallery, labels, 1)),
  },
};
