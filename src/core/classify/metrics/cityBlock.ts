import type { MetricDeclaration } from './metric.ts';

export const cityBlock: MetricDeclaration<'city-block'> = {
  kind: 'city-block',
  title: 'City block',
  help: 'The sum of the absolute differences.',
  phrase: 'by the city-block distance',
  distance(known, probes) {
    const size = known.rows * known.cols;
    return (g, p) => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += Math.abs(known.data[g * size + i] - probes.data[p * size + i]);
      return sum;
    };
  },
};
