import type { MetricDeclaration } from './metric.ts';

export const cityBlock: MetricDeclaration<'city-block'> = {
  kind: 'city-block',
  title: 'City block',
  help: 'The sum of the absolute differences.',
  phrase: 'by the city-block distance',
  prose: 'city-block distance',
  distance(gallery, probes) {
    const size = gallery.rows * gallery.cols;
    const [galleryData, probeData] = [gallery.data, probes.data];
    return (g, p) => {
      let sum = 0;
      for (let i = 0, a = g * size, b = p * size; i < size; i++, a++, b++)
        sum += Math.abs(galleryData[a] - probeData[b]);
      return sum;
    };
  },
  sums: {
    add(sums, entries, value) {
      for (let g = 0; g < sums.length; g++) sums[g] += Math.abs(entries[g] - value);
    },
  },
};
