import type { MetricDeclaration } from './metric.ts';

/** Yang et al., IEEE PAMI 26(1), 2004, eq. (9). */
export const columnSum: MetricDeclaration<'column-sum'> = {
  kind: 'column-sum',
  title: 'Sum over columns (Yang)',
  help: 'The sum over the columns of a matrix of the Euclidean norms of their differences (Yang et al. 2004).',
  phrase: 'by the sum of column distances',
  prose: 'sum of the distances of columns',
  distance(gallery, probes) {
    const { rows, cols } = gallery;
    const size = rows * cols;
    return (g, p) => {
      let sum = 0;
      for (let c = 0; c < cols; c++) {
        let squares = 0;
        for (let r = 0; r < rows; r++) {
          squares += (gallery.data[g * size + r * cols + c] - probes.data[p * size + r * cols + c]) ** 2;
        }
        sum += Math.sqrt(squares);
      }
      return sum;
    };
  },
};
