import type { MetricDeclaration } from './metric.ts';
import { addSquares, squared } from './squaredDifferences.ts';

export const euclidean: MetricDeclaration<'euclidean'> = {
  kind: 'euclidean',
  title: 'Euclidean (Frobenius)',
  help: 'The Euclidean distance of vectors, the Frobenius distance of matrices. Scores are minus its square.',
  squares: true,
  phrase: '',
  prose: 'Euclidean distance',
  distance: squared,
  sums: { add: addSquares },
};
