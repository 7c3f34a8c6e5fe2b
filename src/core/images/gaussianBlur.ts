/**
 * Convolution with separable kernels; the image is extended beyond its border by its last row or column, or reflected.
 */

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

/**
 * As `gaussianBlur`, with the image reflected at its borders, which preserves the sum of its pixels: a blurred face is
 * as bright as before.
 */
export function reflectedBlur(image: Float64Array, rows: number, cols: number, sigma: number): Pixels {
  // A margin as wide as the kernel: border effects of the convolution do not reach the image.
  const margin = Math.ceil(3 * sigma);
  const [height, width] = [rows + 2 * margin, cols + 2 * margin];
  const framed = Float64Array.from({ length: height * width }, (_, i) => {
    const row = reflected(Math.floor(i / width) - margin, rows);
    return image[row * cols + reflected((i % width) - margin, cols)];
  });
  const whole = gaussianBlur(framed, height, width, sigma);
  return Float64Array.from({ length: rows * cols }, (_, i) => {
    return whole[(Math.floor(i / cols) + margin) * width + (i % cols) + margin];
  });
}

/** The index of i in a row of n reflected at its ends, the outermost pixel repeated: … b a | a b … */
function reflected(i: number, n: number): number {
  const place = ((i % (2 * n)) + 2 * n) % (2 * n);
  return place < n ? place : 2 * n - 1 - place;
}

/** Σ_j kernel[j] · image(r, c + j − radius): every row correlated with a kernel of odd length. */
export function alongRows(image: Float64Array, rows: number, cols: number, kernel: Float64Array): Pixels {
  const radius = (kernel.length - 1) / 2;
  const result = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let j = -radius; j <= radius; j++) {
        const col = Math.min(cols - 1, Math.max(0, c + j));
        sum += kernel[j + radius] * image[r * cols + col];
      }
      result[r * cols + c] = sum;
    }
  }
  return result;
}

/** As `alongRows`, along the columns. */
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
