import { z } from 'zod';
import { byMetric, DEFAULT_METRIC } from '../metrics/registry.ts';
import { everyPosition, galleryScores, metricParameter, optionalMetric } from './byDistance.ts';
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
    scores: ({ metric }, gallery, labels, probes, world) => galleryScores(metric, gallery, labels, probes, 1, world),
    representatives: ({ metric = DEFAULT_METRIC }) =>
      metric === DEFAULT_METRIC ? (gallery) => ({ codes: gallery, positions: everyPosition(gallery) }) : null,
  },
};
