/** Grey-value gradients per pixel as features: central differences, one-sided at the border. */

type Pixels = Float64Array<ArrayBuffer>;

/** Derivative along the columns (c), horizontal changes. */
export function horizontalGradient(image: Float64Array, rows: number, cols: number): Pixels {
  return differences(image, rows, cols, 0, 1);
}

/** Derivative along the rows (r), vertical changes. */
export function verticalGradient(image: Float64Array, rows: number, cols: number): Pixels {
  return differences(image, rows, cols, 1, 0);
}

/** √(g_r² + g_c²). */
export function gradientMagnitude(image: Float64Array, rows: number, cols: number): Pixels {
  const vertical = verticalGradient(image, rows, cols);
  return horizontalGradient(image, rows, cols).map((value, i) => Math.hypot(value, vertical[i]));
}

/** Horizontal gradient above the vertical one: 2 rows × cols values. */
export function gradientPair(image: Float64Array, rows: number, cols: number): Pixels {
  const both = new Float64Array(2 * rows * cols);
  both.set(horizontalGradient(image, rows, cols));
  both.set(verticalGradient(image, rows, cols), rows * cols);
  return both;
}

function differences(image: Float64Array, rows: number, cols: number, dr: number, dc: number): Pixels {
  const result = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const [r0, r1] = [Math.max(0, r - dr), Math.min(rows - 1, r + dr)];
      const [c0, c1] = [Math.max(0, c - dc), Math.min(cols - 1, c + dc)];
      const distance = r1 - r0 + c1 - c0;
      result[r * cols + c] = distance === 0 ? 0 : (image[r1 * cols + c1] - image[r0 * cols + c0]) / distance;
    }
  }
  return result;
}
