import type { MetricDeclaration } from './metric.ts';

export const cityBlock: MetricDeclaration<'city-block'> = {
  kind: 'city-block',
  title: 'City block',
  help: 'The sum of the absolute differences.',
  phrase: 'by the city-block distance',
  prose: 'city-block distance',
  distance(known, probes) {
    const size = known.rows * known.cols;
    const [codes, asked] = [known.data, probes.data];
    return (g, p) => {
      let sum = 0;
      for (let i = 0, a = g * size, b = p * size; i < size; i++, a++, b++) sum += Math.abs(codes[a] - asked[b]);
      return sum;
    };
  },
  sums: {
    add(sums, entries, value) {
      for (let g = 0; g < sums.length; g++) sums[g] += Math.abs(entries[g] - value);
    },
  },
};
