/** Convolution with separable kernels; beyond the border the image goes on with its last row or column. */

type Pixels = Float64Array<ArrayBuffer>;

/** Blurred by a Gaussian of standard deviation σ pixels, cut at ⌈3σ⌉ and normalised to sum 1. */
export function gaussianBlur(image: Float64Array, rows: number, cols: number, sigma: number): Pixels {
  const radius = Math.ceil(3 * sigma);
  const kernel = Float64Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  );
  const sum = kernel.reduce((total, value) => total + value, 0);
  const weights = kernel.map((value) => value / sum);
  return alongRows(alongCols(image, rows, cols, weights), rows, cols, weights);
}

/** Σ_j kernel[j] · image(r, c + j − radius): every row correlated with a kernel of odd length. */
export function alongRows(image: Float64Array, rows: number, cols: number, kernel: Float64Array): Pixels {
  const radius = (kernel.length - 1) / 2;
  const result = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let j = -radius; j <= radius; j++) {
        const at = Math.min(cols - 1, Math.max(0, c + j));
        sum += kernel[j + radius] * image[r * cols + at];
      }
      result[r * cols + c] = sum;
    }
  }
  return result;
}

/** The same along the columns. */
export function alongCols(image: Float64Array, rows: number, cols: number, kernel: Float64Array): Pixels {
  const radius = (kernel.length - 1) / 2;
  const result = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let j = -radius; j <= radius; j++) {
      const from = Math.min(rows - 1, Math.max(0, r + j)) * cols;
      const weight = kernel[j + radius];
      for (let c = 0; c < cols; c++) result[r * cols + c] += weight * image[from + c];
    }
  }
  return result;
}
