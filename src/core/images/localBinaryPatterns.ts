/** Histograms of uniform local binary patterns over a grid of cells. */

/** How patterns are read and gathered. */
export interface PatternGrid {
  /** Cells per side. */
  readonly cells: number;
  /** Pixels from a pixel to its neighbours. */
  readonly radius: number;
  /** P, points on the circle. */
  readonly neighbours: number;
}

/** Bins of a histogram: P (P − 1) + 2 uniform patterns, and one bin for all others. */
export function patternBins(neighbours: number): number {
  return neighbours * (neighbours - 1) + 3;
}

/**
 * Share of every pattern in every cell: cells² rows, one cell after another row by row, `patternBins` columns (Ahonen,
 * Hadid, Pietikäinen 2006). Point p lies at the angle 2πp/P from the right, counterclockwise, its grey value
 * interpolated between four pixels; bit p is set where it is not below that of the centre. Patterns with at most two
 * changes around the circle have bins of their own, in ascending order of their codes; all others share the last.
 * Pixels nearer to the border than the radius have no pattern; the others are cut into cells at ⌊i h / cells⌋.
 */
export function patternHistograms(
  image: Float64Array,
  rows: number,
  cols: number,
  { cells, radius, neighbours }: PatternGrid,
): Float64Array<ArrayBuffer> {
  const bins = patternBins(neighbours);
  const binOf = uniformBins(neighbours);
  const points = Array.from({ length: neighbours }, (_, p) => corners(p, radius, neighbours, cols));
  const [height, width] = [rows - 2 * radius, cols - 2 * radius];
  const result = new Float64Array(cells * cells * bins);
  const edge = (i: number, length: number): number => Math.floor((i * length) / cells);
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const [top, bottom, left, right] = [edge(i, height), edge(i + 1, height), edge(j, width), edge(j + 1, width)];
      const share = 1 / ((bottom - top) * (right - left));
      const at = (i * cells + j) * bins;
      for (let r = top; r < bottom; r++) {
        for (let c = left; c < right; c++) {
          const centre = (r + radius) * cols + c + radius;
          let code = 0;
          points.forEach((corner, p) => {
            // Differences, not grey values, are interpolated: where all are equal the sum is exactly 0.
            let difference = 0;
            for (const { offset, weight } of corner) difference += weight * (image[centre + offset] - image[centre]);
            if (difference >= 0) code |= 1 << p;
          });
          result[at + binOf[code]] += share;
        }
      }
    }
  }
  return result;
}

/** The pixels around a point of the circle, as distances in the array of pixels, and their weights. */
function corners(p: number, radius: number, neighbours: number, cols: number): { offset: number; weight: number }[] {
  const angle = (2 * Math.PI * p) / neighbours;
  // Points that are pixels are so exactly.
  const near = (value: number): number => Math.round(value * 1e9) / 1e9;
  const [down, across] = [near(-radius * Math.sin(angle)), near(radius * Math.cos(angle))];
  const [top, left] = [Math.floor(down), Math.floor(across)];
  const [below, beside] = [down - top, across - left];
  return [
    { offset: top * cols + left, weight: (1 - below) * (1 - beside) },
    { offset: top * cols + left + 1, weight: (1 - below) * beside },
    { offset: (top + 1) * cols + left, weight: below * (1 - beside) },
    { offset: (top + 1) * cols + left + 1, weight: below * beside },
  ].filter(({ weight }) => weight > 0);
}

/** The bin of every code. */
function uniformBins(neighbours: number): Int32Array {
  const codes = 1 << neighbours;
  const bins = new Int32Array(codes);
  let next = 0;
  for (let code = 0; code < codes; code++) {
    let changes = 0;
    for (let p = 0; p < neighbours; p++) changes += ((code >> p) ^ (code >> ((p + 1) % neighbours))) & 1;
    bins[code] = changes <= 2 ? next++ : patternBins(neighbours) - 1;
  }
  return bins;
}
