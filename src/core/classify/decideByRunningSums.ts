/**
 * Decisions by distances at all latent shapes of nested codes, from running sums over the entries: each shape costs
 * only the entries that it adds. Running sums round in a different order than the distances at a single shape.
 * Decisions that could depend on this are made again from the scores at the shape, so every decision equals that of the
 * scores.
 */
import { matrix, transpose, type MatrixStack } from '../linalg/matrix.ts';
import type { LatentShape } from '../methods/method.ts';
import type { DistanceRule } from './distanceRule.ts';
import { givesSquares, metricNamed } from './metrics/registry.ts';
import { decideFor, elected, type Scores } from './scores.ts';

/** Probes per block, which share the work that does not depend on the probe. */
const PROBES = 16;
/** Maximum size of the running sums of a block of probes, in numbers. */
const MOST_SUMS = 2 ** 22;
const ROUNDING = 2 ** -53;

/**
 * Gallery position decided for each shape and probe, shape-major; null if the metric is not a sum over entries, or not
 * the same one at all shapes. `spread`: codes whose deviations the metric may divide by; `scoresAt`: the scores that
 * define the decisions. Shapes are leading blocks of the codes.
 */
export function decideByRunningSums(
  rule: DistanceRule,
  probes: MatrixStack,
  spread: MatrixStack,
  shapes: readonly LatentShape[],
  scoresAt: (shape: LatentShape) => Scores,
  checkCancelled: () => void,
): Uint32Array | null {
  const { sums, histograms } = metricNamed(rule.metric);
  if (!sums) return null;
  // The scores at a shape report negative entries.
  if (histograms && [rule.gallery, probes].some(({ data }) => data.some((value) => value < 0))) return null;
  const codes = sums.prepared ? sums.prepared(rule.gallery, probes, spread) : ([rule.gallery, probes] as const);
  if (!codes) return null;
  const [galleryData, probeData] = codes.map(({ data }) => data);
  const { count, rows, cols } = rule.gallery;
  const size = rows * cols;
  const columnsOf = ([, c = cols]: LatentShape): number => c;
  const height = Math.max(0, ...shapes.map(([r]) => r));
  const ends = new Set(shapes.map(columnsOf));
  const width = Math.max(0, ...ends);
  const endingAt = Map.groupBy(shapes.keys(), (s) => (shapes[s][0] - 1) * cols + columnsOf(shapes[s]) - 1);
  const block = Math.max(1, Math.min(PROBES, Math.floor(MOST_SUMS / (count * ends.size))));
  // Entry-major: the entries of all codes at one position are contiguous.
  const turned = transpose(matrix(count, size, galleryData)).data;

  const decision = decisionOf(rule, size, sums.angles ?? false);
  const decided = new Uint32Array(shapes.length * probes.count);
  const unclear: number[][] = shapes.map(() => []);
  for (let first = 0; first < probes.count; first += block) {
    checkCancelled();
    const running = Array.from({ length: Math.min(block, probes.count - first) }, (_, b) => ({
      p: first + b,
      distances: runningSum(count, cols, ends),
      squares: runningSum(1, cols, ends),
    }));
    const squares = runningSum(count, cols, ends);
    const inverse = new Float64Array(count);
    for (let r = 0; r < height; r++) {
      for (let c = 0; c < width; c++) {
        const entries = turned.subarray((r * cols + c) * count, (r * cols + c + 1) * count);
        if (sums.angles) squares.add(c, addOwnProducts, entries, 0);
        for (const one of running) {
          const value = probeData[one.p * size + r * cols + c];
          one.distances.add(c, sums.add, entries, value);
          if (sums.angles) one.squares.add(c, addConstant, entries, value * value);
        }
        const ended = endingAt.get(r * cols + c);
        if (!ended) continue;
        if (sums.angles) inverseRoots(squares.to(c), inverse);
        for (const one of running) {
          const position = decision(one.distances.to(c), inverse, one.squares.to(c)[0]);
          for (const s of ended) {
            if (position === UNCLEAR) unclear[s].push(one.p);
            else decided[s * probes.count + one.p] = position;
          }
        }
      }
    }
  }
  unclear.forEach((left, s) => {
    if (left.length === 0) return;
    const scores = scoresAt(shapes[s]);
    for (const p of left) decided[s * probes.count + p] = decideFor(scores, p);
  });
  return decided;
}

type Add = (sums: Float64Array, entries: Float64Array, value: number) => void;

interface RunningSum {
  /** Adds one entry, in column c; rows from left to right, top to bottom. */
  add(c: number, part: Add, entries: Float64Array, value: number): void;
  /** Sums over all rows so far, each up to column c. */
  to(c: number): Float64Array;
}

/** Sums over leading blocks of codes with `cols` columns, for `count` codes at once and blocks of the widths `ends`. */
function runningSum(count: number, cols: number, ends: ReadonlySet<number>): RunningSum {
  const row = new Float64Array(count);
  const blocks = Array.from({ length: cols }, (_, c) => (ends.has(c + 1) ? new Float64Array(count) : null));
  if (cols === 1) return { add: (_, part, entries, value) => part(blocks[0]!, entries, value), to: () => blocks[0]! };
  return {
    add(c, part, entries, value) {
      if (c === 0) row.fill(0);
      part(row, entries, value);
      const block = blocks[c];
      if (block) for (let n = 0; n < count; n++) block[n] += row[n];
    },
    to: (c) => blocks[c]!,
  };
}

function addOwnProducts(sums: Float64Array, entries: Float64Array): void {
  for (let n = 0; n < sums.length; n++) sums[n] += entries[n] * entries[n];
}

function addConstant(sums: Float64Array, _: Float64Array, value: number): void {
  sums[0] += value;
}

function inverseRoots(squares: Float64Array, into: Float64Array): void {
  for (let n = 0; n < into.length; n++) into[n] = 1 / Math.sqrt(squares[n]);
}

/** Marks decisions that rounding could change, or with a distance that is not a number. */
const UNCLEAR = -1;

/**
 * Decides from the running sums of a probe against all gallery codes; for angles also from the inverse lengths of these
 * and the squared length of the probe. Returns a position in the gallery, or UNCLEAR.
 */
function decisionOf(
  { gallery, metric, subjects, positions, voters, together }: DistanceRule,
  entries: number,
  angles: boolean,
): (sums: Float64Array, inverse: Float64Array, squares: number) => number {
  const roots = together !== undefined && givesSquares(metric);
  const row = new Float64Array(gallery.count);
  const groups = together?.groups.length ?? 0;
  const ofGroups = new Float64Array(groups);
  const candidates = together ? groups : gallery.count;
  const largest = Math.max(1, ...(together?.groups ?? []).map((group) => group.length));
  // Twice the rounding error of two distances, each summed in either order: terms are accurate to four roundings.
  const relative = 8 * (entries + largest + 16) * ROUNDING;
  const absolute = angles ? 4 * relative : 0;
  const kept = Math.min(voters + 1, candidates);
  const nearest = new Float64Array(kept);
  const nearestItems: number[] = new Array<number>(kept).fill(0);
  return (sums, inverse, squares) => {
    if (angles) {
      const scale = 2 / Math.sqrt(squares);
      for (let n = 0; n < row.length; n++) row[n] = 2 - scale * inverse[n] * sums[n];
    } else if (roots) {
      for (let n = 0; n < row.length; n++) row[n] = Math.sqrt(sums[n]);
    }
    const single = angles || roots ? row : sums;
    if (!allFinite(single)) return UNCLEAR;
    if (together) for (let n = 0; n < groups; n++) ofGroups[n] = together.over(single, together.groups[n]);
    const distances = together ? ofGroups : single;
    nearest.fill(Infinity);
    for (let n = 0; n < candidates; n++) {
      const distance = distances[n];
      if (!(distance < nearest[kept - 1])) continue;
      let place = kept - 1;
      for (; place > 0 && distance < nearest[place - 1]; place--) {
        nearest[place] = nearest[place - 1];
        nearestItems[place] = nearestItems[place - 1];
      }
      nearest[place] = distance;
      nearestItems[place] = n;
    }
    for (let place = 1; place < kept; place++) {
      if (!(nearest[place] - nearest[place - 1] > relative * nearest[place] + absolute)) return UNCLEAR;
    }
    return positions[voters === 1 ? nearestItems[0] : elected(nearestItems.slice(0, voters), subjects)];
  };
}

/** Also false if the values are finite but their sum overflows. */
function allFinite(values: Float64Array): boolean {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n];
  return Number.isFinite(sum);
}
