import type { MetricDeclaration } from './metric.ts';

export const chiSquared: MetricDeclaration<'chi-squared'> = {
  kind: 'chi-squared',
  title: 'Chi-squared, of histograms',
  help: 'Σ (a − b)² / (a + b) over the entries that are not both 0 (Ahonen, Hadid, Pietikäinen 2006). Needs entries that are not negative: histograms with "No projection".',
  histograms: true,
  phrase: 'by the chi-squared distance',
  distance(known, probes) {
    const size = known.rows * known.cols;
    return (g, p) => {
      let sum = 0;
      for (let i = 0; i < size; i++) {
        const [a, b] = [known.data[g * size + i], probes.data[p * size + i]];
        if (a + b > 0) sum += (a - b) ** 2 / (a + b);
      }
      return sum;
    };
  },
};
