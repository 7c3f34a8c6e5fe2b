import type { Matrix } from '../../linalg/index.ts';
import { classMeans } from './classMeans.ts';

/**
 * The columns of features (T × p) in the order of their ratio of variance between classes to variance within them,
 * largest first, ties to the lower index; columns without variance come last.
 */
export function tellingFeatures(features: Matrix, labels: Int32Array): readonly number[] {
  const { rows, cols } = features;
  const { means, sizes, index } = classMeans(features, labels);
  const mean = new Float64Array(cols);
  const within = new Float64Array(cols);
  const between = new Float64Array(cols);
  for (let n = 0, at = 0; n < rows; n++) {
    for (let i = 0; i < cols; i++, at++) {
      mean[i] += features.data[at] / rows;
      within[i] += (features.data[at] - means.data[index[n] * cols + i]) ** 2;
    }
  }
  for (let c = 0, at = 0; c < sizes.length; c++) {
    for (let i = 0; i < cols; i++, at++) between[i] += sizes[c] * (means.data[at] - mean[i]) ** 2;
  }
  const ratios = between.map((value, i) => (value > 0 ? value / within[i] : 0));
  return Array.from(ratios.keys()).sort((a, b) => (ratios[a] === ratios[b] ? a - b : ratios[b] - ratios[a]));
}
