import { z } from 'zod';
import { FitError } from '../../methods/method.ts';
import { byMetric, metricProse } from '../metrics/registry.ts';
import { byRule, metricParameter, nearestImages, optionalMetric, nearestScoreProse } from './distanceClassifiers.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { math, prose } from '../../text/proseTags.ts';

const DEFAULT_K = 3;

const schema = z.strictObject({ kind: z.literal('knn'), k: z.int().min(1).default(DEFAULT_K), metric: optionalMetric });

export const nearestNeighbours: ClassifierDeclaration<typeof schema> = {
  kind: 'knn',
  title: 'k nearest neighbours',
  help: 'The subject with most of the k nearest gallery images; of equals the one with the nearest image.',
  schema,
  parameters: [
    {
      name: 'k',
      title: 'Neighbours',
      symbol: 'k',
      help: '',
      kind: 'integer',
      default: DEFAULT_K,
      source: { measured: 'knn.k' },
      min: 1,
    },
    metricParameter,
  ],
  phrase: ({ k, metric }) => byMetric(`${k} nearest neighbours`, metric),
  prose: ({ k, metric }, reference) =>
    prose`Test images were assigned to the subject with the most images among the ${math(`k = ${k}`)} nearest ${reference} images (${metricProse(metric)})`,
  pairProse: ({ metric }, of) => nearestScoreProse(of, metric),
  codes: {
    perImage: true,
    ...byRule(({ k, metric }, gallery, labels) => {
      if (k > gallery.count) throw new FitError(`${tooMany(k, gallery.count)}.`);
      return nearestImages(metric, gallery, labels, k);
    }),
  },
  check({ k }, { at, galleries }) {
    const short = galleries().find(({ images }) => images < k);
    if (!short) return [];
    const path = `${at}.k`;
    return [{ path, message: `${path}: ${tooMany(k, short.images)} (${short.title}).` }];
  },
};

/** Why k neighbours of a gallery with fewer images cannot vote. */
function tooMany(k: number, gallery: number): string {
  return `${k} nearest neighbours need a gallery of at least ${k} images, found ${gallery}`;
}
