import type { MetricDeclaration } from './metric.ts';

/** Turns 0 / 0 into 0 and changes no other sum. Many bins are empty, and a branch takes three times as long. */
const NOTHING = 1e-300;

export const chiSquared: MetricDeclaration<'chi-squared'> = {
  kind: 'chi-squared',
  title: 'Chi-squared, of histograms',
  help: 'Σ (a − b)² / (a + b) over the entries that are not both 0 (Ahonen, Hadid, Pietikäinen 2006). Needs entries that are not negative: histograms with "No projection".',
  histograms: true,
  phrase: 'by the chi-squared distance',
  prose: 'chi-squared distance',
  distance(gallery, probes) {
    const size = gallery.rows * gallery.cols;
    const [galleryData, probeData] = [gallery.data, probes.data];
    return (g, p) => {
      let sum = 0;
      for (let i = 0, a = g * size, b = p * size; i < size; i++, a++, b++) {
        const difference = galleryData[a] - probeData[b];
        sum += (difference * difference) / (galleryData[a] + probeData[b] + NOTHING);
      }
      return sum;
    };
  },
  sums: {
    add(sums, entries, value) {
      for (let g = 0; g < sums.length; g++) {
        const difference = entries[g] - value;
        sums[g] += (difference * difference) / (entries[g] + value + NOTHING);
      }
    },
  },
};
