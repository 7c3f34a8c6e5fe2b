import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import type { MetricDeclaration } from './metric.ts';
import { addSquares, squared } from './squaredDifferences.ts';

export const hellinger: MetricDeclaration<'hellinger'> = {
  kind: 'hellinger',
  title: 'Hellinger, of histograms',
  help: 'The Euclidean distance of the square roots of the entries, which must not be negative. Scores are minus its square.',
  histograms: true,
  phrase: 'by the Hellinger distance',
  prose: 'Hellinger distance',
  squares: true,
  distance: (gallery, probes) => squared(roots(gallery), roots(probes)),
  sums: { prepared: (gallery, probes) => [roots(gallery), roots(probes)], add: addSquares },
};

function roots({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return matrixStack(count, rows, cols, data.map(Math.sqrt));
}
