/**
 * Artificial sets of the Matlab Toolbox for Dimensionality Reduction (van der Maaten 2007, `generate_data`): surfaces
 * and clusters in three dimensions, with Gaussian noise of standard deviation `noise`.
 */
import { matrix, type Matrix } from '../linalg/index.ts';
import type { Random } from '../random/stream.ts';

export interface ToolboxSet {
  /** count × 3, a point per row. */
  readonly points: Matrix;
  /** Colour index for plots: equal-width bands along the surface, or the cluster; from 0. */
  readonly labels: Int32Array;
}

/** Standard deviation of the noise that the toolbox adds by default. */
const TOOLBOX_NOISE = 0.05;

const CLUSTERS = 5;
/** Number of colour bands on surfaces. */
const BANDS = 5;

/** (t cos t, h, t sin t) with t uniform on [3π/2, 9π/2] and h on [0, 30]: a rolled sheet (Swiss roll). */
export function swissRoll(random: Random, count: number, noise: number = TOOLBOX_NOISE): ToolboxSet {
  return surface(random, count, noise, () => {
    const along = random.uniform();
    const t = ((3 * Math.PI) / 2) * (1 + 2 * along);
    return { along, point: [t * Math.cos(t), 30 * random.uniform(), t * Math.sin(t)] };
  });
}

/** ((2 + cos 8t) cos t, (2 + cos 8t) sin t, sin 8t) with t equidistant on (0, 2π]: a closed helix. */
export function helix(random: Random, count: number, noise: number = TOOLBOX_NOISE): ToolboxSet {
  return surface(random, count, noise, (n) => {
    const along = (n + 1) / count;
    const t = 2 * Math.PI * along;
    const radius = 2 + Math.cos(8 * t);
    return { along, point: [radius * Math.cos(t), radius * Math.sin(t), Math.sin(8 * t)] };
  });
}

/** (x, y, 10 sin(πx) tanh(3y)), x and y uniform on [−1, 1]; the noise of the last coordinate is ten times as large. */
export function twinPeaks(random: Random, count: number, noise: number = TOOLBOX_NOISE): ToolboxSet {
  const set = surface(random, count, noise, () => {
    const [x, y] = [1 - 2 * random.uniform(), 1 - 2 * random.uniform()];
    return { along: (1 + x) / 2, point: [x, y, Math.sin(Math.PI * x) * Math.tanh(3 * y)] };
  });
  for (let offset = 2; offset < set.points.data.length; offset += 3) set.points.data[offset] *= 10;
  return set;
}

/**
 * Five cubes with equal numbers of points, centres uniform on [0, 10]³, edges 1/√12 of the smallest distance between
 * centres; the first clusters have one point more if `count` is not a multiple of five.
 */
export function clusters(random: Random, count: number, noise: number = TOOLBOX_NOISE): ToolboxSet {
  const centres = Array.from({ length: CLUSTERS }, () => [0, 1, 2].map(() => 10 * random.uniform()));
  let least = Infinity;
  centres.forEach((a, i) => {
    for (const b of centres.slice(0, i)) least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  });
  const edge = least / Math.sqrt(12);
  const labels = Int32Array.from({ length: count }, (_, n) => n % CLUSTERS).sort();
  const points = matrix(count, 3);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < 3; i++) {
      points.data[3 * n + i] = centres[labels[n]][i] + (random.uniform() - 0.5) * edge + noise * random.normal();
    }
  }
  return { points, labels };
}

function surface(
  random: Random,
  count: number,
  noise: number,
  at: (n: number) => { readonly along: number; readonly point: readonly number[] },
): ToolboxSet {
  const points = matrix(count, 3);
  const labels = new Int32Array(count);
  for (let n = 0; n < count; n++) {
    const { along, point } = at(n);
    for (let i = 0; i < 3; i++) points.data[3 * n + i] = point[i] + noise * random.normal();
    labels[n] = Math.min(BANDS - 1, Math.floor(BANDS * along));
  }
  return { points, labels };
}
