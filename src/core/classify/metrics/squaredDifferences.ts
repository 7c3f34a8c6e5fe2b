/** Shared parts of metrics of squared differences. */
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import type { Distance } from './metric.ts';

/** Σ Δ² (vectors), the squared Frobenius norm (matrices). */
export function squared(gallery: MatrixStack, probes: MatrixStack): Distance {
  const size = gallery.rows * gallery.cols;
  const [galleryData, probeData] = [gallery.data, probes.data];
  const one = (g: number, p: number): number => {
    let sum = 0;
    for (let i = 0, a = g * size, b = p * size; i < size; i++, a++, b++) sum += (galleryData[a] - probeData[b]) ** 2;
    return sum;
  };
  /** Sums are computed for two probes at a time, because probes are requested in order. */
  let made: readonly [number, Float64Array, Float64Array] | null = null;
  const ofAll = (p: number): Float64Array => {
    const first = p - (p % 2);
    if (made?.[0] !== first)
      made = [first, ...sumsOfTwo(gallery, probes, first, Math.min(first + 1, probes.count - 1))];
    return made[p === first ? 1 : 2];
  };
  return Object.assign(one, { ofAll });
}

/**
 * Squared distances of all gallery codes to two probes. Eight sums run in parallel, four codes by two probes: a single
 * sum waits for every addition (1.1 to 1.5 ns per entry instead of 0.5 to 0.8).
 */
function sumsOfTwo(gallery: MatrixStack, probes: MatrixStack, p: number, q: number): [Float64Array, Float64Array] {
  const size = gallery.rows * gallery.cols;
  const codes = gallery.data;
  const [one, other] = [p, q].map((at) => probes.data.subarray(at * size, (at + 1) * size));
  const [ofOne, ofOther] = [new Float64Array(gallery.count), new Float64Array(gallery.count)];
  const last = gallery.count - 1;
  for (let g = 0; g < gallery.count; g += 4) {
    // Past the end the last code is summed again.
    const g1 = Math.min(g + 1, last);
    const g2 = Math.min(g + 2, last);
    const g3 = Math.min(g + 3, last);
    const a = codes.subarray(g * size, (g + 1) * size);
    const b = codes.subarray(g1 * size, (g1 + 1) * size);
    const c = codes.subarray(g2 * size, (g2 + 1) * size);
    const d = codes.subarray(g3 * size, (g3 + 1) * size);
    let a0 = 0;
    let b0 = 0;
    let c0 = 0;
    let d0 = 0;
    let a1 = 0;
    let b1 = 0;
    let c1 = 0;
    let d1 = 0;
    for (let i = 0; i < size; i++) {
      const x = one[i];
      const y = other[i];
      const va = a[i];
      const vb = b[i];
      const vc = c[i];
      const vd = d[i];
      a0 += (va - x) * (va - x);
      b0 += (vb - x) * (vb - x);
      c0 += (vc - x) * (vc - x);
      d0 += (vd - x) * (vd - x);
      a1 += (va - y) * (va - y);
      b1 += (vb - y) * (vb - y);
      c1 += (vc - y) * (vc - y);
      d1 += (vd - y) * (vd - y);
    }
    [ofOne[g], ofOne[g1], ofOne[g2], ofOne[g3]] = [a0, b0, c0, d0];
    [ofOther[g], ofOther[g1], ofOther[g2], ofOther[g3]] = [a1, b1, c1, d1];
  }
  return [ofOne, ofOther];
}

/** Adds one entry's term of Σ Δ². */
export function addSquares(sums: Float64Array, entries: Float64Array, value: number): void {
  for (let g = 0; g < sums.length; g++) {
    const difference = entries[g] - value;
    sums[g] += difference * difference;
  }
}

/** Multiplies every code by `scale`, coordinate by coordinate. */
export function scaled({ count, rows, cols, data }: MatrixStack, scale: Float64Array): MatrixStack {
  const size = rows * cols;
  const result = matrixStack(count, rows, cols);
  for (let n = 0, offset = 0; n < count; n++) {
    for (let i = 0; i < size; i++, offset++) result.data[offset] = data[offset] * scale[i];
  }
  return result;
}
