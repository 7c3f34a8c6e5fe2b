/** Histograms of local binary patterns over a grid of cells. */
export interface PatternGrid {
  /** Cells per side. */
  readonly cells: number;
  /** Distance in pixels from a pixel to its neighbours. */
  readonly radius: number;
  /** P, points on the circle. */
  readonly neighbours: number;
  /** `uniform`: all other patterns share a bin; `all`: a bin for every pattern. */
  readonly patterns: 'uniform' | 'all';
  /** `all-pixels`: cells may differ by a pixel; `equal`: the last rows and columns are left out. */
  readonly sizes: 'all-pixels' | 'equal';
}

/** Bins of a histogram: P (P − 1) + 2 uniform patterns and one bin for all others, or 2^P. */
export function patternBins({ neighbours, patterns }: Pick<PatternGrid, 'neighbours' | 'patterns'>): number {
  return patterns === 'all' ? 2 ** neighbours : neighbours * (neighbours - 1) + 3;
}

/**
 * Share of every pattern in every cell: cells² rows, the cells row by row, `patternBins` columns (Ahonen, Hadid,
 * Pietikäinen 2006). Point p is at the angle 2πp/P from the right, counterclockwise, its grey value interpolated
 * between four pixels; bit p is set if it is not below that of the centre. Patterns with at most two changes around the
 * circle are uniform; bins are in ascending order of codes, the bin of all other patterns last. Pixels nearer to the
 * border than the radius have no pattern; the remaining h rows are cut into cells at ⌊i h / cells⌋, or at i ⌊h / cells⌋
 * if all are of equal size.
 */
export function patternHistograms(
  image: Float64Array,
  rows: number,
  cols: number,
  grid: PatternGrid,
): Float64Array<ArrayBuffer> {
  const { cells, radius, neighbours, sizes } = grid;
  const bins = patternBins(grid);
  const binOf = binsOfCodes(grid);
  const points = Array.from({ length: neighbours }, (_, p) => corners(p, radius, neighbours, cols));
  const [height, width] = [rows - 2 * radius, cols - 2 * radius];
  const result = new Float64Array(cells * cells * bins);
  const edge = (i: number, length: number): number =>
    sizes === 'equal' ? i * Math.floor(length / cells) : Math.floor((i * length) / cells);
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const [top, bottom, left, right] = [edge(i, height), edge(i + 1, height), edge(j, width), edge(j + 1, width)];
      const share = 1 / ((bottom - top) * (right - left));
      const position = (i * cells + j) * bins;
      for (let r = top; r < bottom; r++) {
        for (let c = left; c < right; c++) {
          const centre = (r + radius) * cols + c + radius;
          let code = 0;
          points.forEach((corner, p) => {
            // Differences, not grey values, are interpolated, so the sum is exactly 0 if all values are equal.
            let difference = 0;
            for (const { offset, weight } of corner) difference += weight * (image[centre + offset] - image[centre]);
            if (difference >= 0) code |= 1 << p;
          });
          result[position + binOf[code]] += share;
        }
      }
    }
  }
  return result;
}
/** The pixels around a point of the circle, as offsets in the array of pixels, and their weights. */
function corners(p: number, radius: number, neighbours: number, cols: number): { offset: number; weight: number }[] {
  const angle = (2 * Math.PI * p) / neighbours;
  // Points on pixels are rounded to them exactly.
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

function binsOfCodes(grid: PatternGrid): Int32Array {
  const { neighbours, patterns } = grid;
  const codes = Int32Array.from({ length: 1 << neighbours }, (_, code) => code);
  if (patterns === 'all') return codes;
  let next = 0;
  return codes.map((code) => {
    let changes = 0;
    for (let p = 0; p < neighbours; p++) changes += ((code >> p) ^ (code >> ((p + 1) % neighbours))) & 1;
    return changes <= 2 ? next++ : patternBins(grid) - 1;
  });
}
