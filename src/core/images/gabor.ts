/** Magnitudes of a Gabor bank: 5 scales × 8 orientations. */
import { alongCols, alongRows } from './gaussianBlur.ts';

type Pixels = Float64Array<ArrayBuffer>;

export const GABOR = { scales: 5, orientations: 8, step: 2 } as const;

const [K_MAX, RATIO, SIGMA] = [Math.PI / 2, Math.SQRT2, 2 * Math.PI];
/** The kernels are cut at this many standard deviations. */
const REACH = 3;

/** Shape of the arrangement of an image of rows × cols: 28 × 28 gives 70 × 112. */
export function gaborShape(rows: number, cols: number): { rows: number; cols: number } {
  return {
    rows: GABOR.scales * Math.ceil(rows / GABOR.step),
    cols: GABOR.orientations * Math.ceil(cols / GABOR.step),
  };
}

/**
 * |I * ψ| for the kernels of Liu and Wechsler (IEEE TIP 11(4), 2002): ψ(z) = (k²/σ²) exp(−k²|z|²/2σ²) [exp(i k·z) −
 * exp(−σ²/2)], k = (π/2) / √2^ν at the angle π μ / 8, σ = 2π. Every second row and column of each magnitude is kept,
 * scales one below the other, orientations side by side. A kernel is the product of a row and a column kernel.
 */
export function gaborBank(image: Float64Array, rows: number, cols: number): Pixels {
  const { scales, orientations, step } = GABOR;
  const [tileRows, tileCols] = [Math.ceil(rows / step), Math.ceil(cols / step)];
  const width = orientations * tileCols;
  const result = new Float64Array(scales * tileRows * width);
  for (let scale = 0; scale < scales; scale++) {
    const k = K_MAX / RATIO ** scale;
    for (let orientation = 0; orientation < orientations; orientation++) {
      const angle = (Math.PI * orientation) / orientations;
      const magnitude = response(image, rows, cols, k * Math.cos(angle), k * Math.sin(angle));
      for (let r = 0; r < tileRows; r++) {
        for (let c = 0; c < tileCols; c++) {
          const to = (scale * tileRows + r) * width + orientation * tileCols + c;
          result[to] = magnitude[r * step * cols + c * step];
        }
      }
    }
  }
  return result;
}

function response(image: Float64Array, rows: number, cols: number, kx: number, ky: number): Pixels {
  const k2 = kx * kx + ky * ky;
  const radius = Math.ceil((REACH * SIGMA) / Math.sqrt(k2));
  const axis = (wave: (t: number) => number): Pixels =>
    Float64Array.from({ length: 2 * radius + 1 }, (_, i) => {
      const t = i - radius;
      return wave(t) * Math.exp((-k2 * t * t) / (2 * SIGMA * SIGMA));
    });
  const along = (x: Pixels, y: Pixels): Pixels => alongCols(alongRows(image, rows, cols, x), rows, cols, y);
  const [cosX, sinX] = [axis((t) => Math.cos(kx * t)), axis((t) => Math.sin(kx * t))];
  const [cosY, sinY] = [axis((t) => Math.cos(ky * t)), axis((t) => Math.sin(ky * t))];
  const plain = axis(() => 1);
  const [cc, ss] = [along(cosX, cosY), along(sinX, sinY)];
  const [sc, cs] = [along(sinX, cosY), along(cosX, sinY)];
  const flat = along(plain, plain);
  // The constant that takes the mean out of the kernel, on the cut support: exp(−σ²/2) is that of an endless one.
  const total = (kernel: Pixels): number => kernel.reduce((sum, value) => sum + value, 0);
  const dc = (total(cosX) * total(cosY) - total(sinX) * total(sinY)) / total(plain) ** 2;
  const gain = k2 / (SIGMA * SIGMA);
  return cc.map((value, i) => gain * Math.hypot(value - ss[i] - dc * flat[i], sc[i] + cs[i]));
}
