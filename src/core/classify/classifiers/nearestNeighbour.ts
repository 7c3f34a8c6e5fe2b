import { z } from 'zod';
import { byMetric, metricProse } from '../metrics/registry.ts';
import { byRule, metricParameter, nearestImages, optionalMetric, nearestScoreProse } from './distanceClassifiers.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('1nn'), metric: optionalMetric });

export const nearestNeighbour: ClassifierDeclaration<typeof schema> = {
  kind: '1nn',
  title: 'Nearest neighbour',
  help: 'The subject of the nearest gallery image; of equally near ones the first.',
  schema,
  parameters: [metricParameter],
  phrase: ({ metric }) => byMetric('nearest neighbour', metric),
  prose: ({ metric }, reference) =>
    prose`Test images were assigned to the subject of the nearest ${reference} image (${metricProse(metric)})`,
  pairProse: ({ metric }, of) => nearestScoreProse(of, metric),
  codes: {
    perImage: true,
    ...byRule(({ metric }, gallery, labels) => nearestImages(metric, gallery, labels, 1)),
  },
};
