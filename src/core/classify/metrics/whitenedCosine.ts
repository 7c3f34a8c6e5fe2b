import type { MetricDeclaration } from './metric.ts';
import { addProducts, normalised } from './cosine.ts';
import { scaled, squared } from './squaredDifferences.ts';
import { inverseDeviations, scaledAtAllShapes } from './whitening.ts';

/** MahCosine of the CSU system (Beveridge et al., 2005): codes of most methods are centred on the training mean. */
export const whitenedCosine: MetricDeclaration<'whitened-cosine'> = {
  kind: 'whitened-cosine',
  title: 'Mahalanobis cosine',
  help: 'The angle between two codes after division of every coordinate by its standard deviation over the gallery, in verification over the training images. Scores are 2 cos − 2.',
  usesSpread: true,
  phrase: 'by the Mahalanobis cosine',
  prose: 'Mahalanobis cosine distance',
  distance(gallery, probes, spread) {
    const scale = inverseDeviations(spread);
    return squared(normalised(scaled(gallery, scale)), normalised(scaled(probes, scale)));
  },
  sums: { prepared: scaledAtAllShapes, add: addProducts, angles: true },
};
