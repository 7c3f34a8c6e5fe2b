/**
 * Computes with all kernels at one width and prints a line per result, its SHA-256 at the end:
 *
 *   node atWidth.ts 128|256 SEED      answers, drawn sizes, and what is pinned of studies
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  cholesky,
  compileKernelsBy,
  gramOfColumns,
  gramOfRows,
  leadingEigen,
  leadingSums,
  loadBatch,
  loadPixelMoments,
  matrixStack,
  momentsOf,
  multiply,
  nearestOverShapes,
  pixelMomentsOf,
  projectAll,
  qr,
  selectKernels,
  squaredDistances,
  startKernels,
  svd,
  symmetricEigen,
  type KernelBuild,
  type KernelWidth,
  type Matrix,
} from '../../../src/core/linalg/index.ts';
import { digestOf, type SelfTestCase } from '../../../src/core/linalg/kernels/selfTestArena.ts';
import { selfTestCases } from '../../../src/core/linalg/kernels/selfTestCases.ts';
import { ACCUMULATE, LOWER, SUBTRACT, TRANSPOSED } from '../../../src/core/linalg/kernels/kernels.ts';
import { compileEagerly, compileWide } from '../../../src/main/kernelWidth.ts';
import { randomMatrix } from '../../core/linalg/support.ts';
import { pinnedNumbers, pinnedPredictions, pinnedProtocols } from '../../core/study/pins/pinned.ts';

const [width, seed] = process.argv.slice(2).map(Number) as [KernelWidth, number];
const compile = width === 256 ? compileWide : compileEagerly;

const small = fc.integer({ min: 1, max: 40 });
/** Beyond the blocks of every kernel now and then. */
const size = fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: fc.integer({ min: 41, max: 170 }) });
const inner = fc.oneof({ weight: 9, arbitrary: size }, { weight: 1, arbitrary: fc.integer({ min: 250, max: 600 }) });

/** A product as the kernels take it: layouts, modes, sums of two levels, results within a larger matrix. */
const product = fc
  .record({
    m: size,
    n: size,
    k: inner,
    outer: fc.integer({ min: 1, max: 3 }),
    layout: fc.integer({ min: 0, max: 3 }),
    mode: fc.constantFrom(0, ACCUMULATE, SUBTRACT, TRANSPOSED, TRANSPOSED | ACCUMULATE, TRANSPOSED | SUBTRACT, LOWER),
    shift: fc.integer({ min: 0, max: 3 }),
  })
  .filter(({ m, n, k, outer }) => (m + n) * k * outer + m * n < 2 ** 17);
type Product = typeof product extends fc.Arbitrary<infer T> ? T : never;

function asked({ m, n, k, outer, layout, mode, shift }: Product): SelfTestCase {
  return ({ run, drawn, keep }) => {
    const [rows, cols] = mode & TRANSPOSED ? [n, m] : [m, n];
    const [a, b] = [drawn(m * k * outer + shift) + shift * 8, drawn(n * k * outer + shift) + shift * 8];
    const line = cols + shift;
    const c = drawn(rows * line);
    const [aRow, aInner] = layout & 1 ? [1, m] : [k, 1];
    const [bCol, bInner] = layout & 2 ? [k, 1] : [1, n];
    run.gemm(m, n, k, outer, a, aRow, aInner, m * k, b, bCol, bInner, n * k, c, line, mode);
    // Of a lower triangle what lies above it may be anything.
    if (mode === LOWER) for (let i = 0; i < rows; i++) keep(c + i * line * 8, Math.min(i + 1, cols));
    else keep(c, rows * line);
  };
}

/** Images and what is wanted of them. */
const images = fc.record({
  count: small,
  rows: fc.integer({ min: 2, max: 24 }),
  cols: fc.integer({ min: 2, max: 24 }),
  q: fc.integer({ min: 1, max: 6 }),
});
type Images = typeof images extends fc.Arbitrary<infer T> ? T : never;

function ofImages({ count, rows, cols, q }: Images): unknown[] {
  const stack = matrixStack(count, rows, cols, randomMatrix(count, rows * cols, seed).data);
  const probes = matrixStack(6, rows, cols, randomMatrix(6, rows * cols, 7).data);
  const shapes = Array.from({ length: rows * cols }, (_, i) => [1 + Math.floor(i / cols), 1 + (i % cols)]);
  const metric = (terms: number) => ({
    weights: Array.from({ length: terms }, (_, t) => randomMatrix(1, rows * cols, 8 + t).data.map(Math.abs)),
    coefficients: (shape: readonly number[]) => Array.from({ length: terms }, (_, t) => t + 1 / shape[0]),
  });
  const batch = loadBatch(stack);
  const [qc, qr] = [Math.min(q, rows), Math.min(q, cols)];
  const [c, r] = [randomMatrix(rows, qc, 1), randomMatrix(cols, qr, 2)];
  const moments = momentsOf(batch);
  const plain = batch.plainSums();
  const sums = leadingSums(batch, plain, moments, { right: 1, left: 1 });
  const pixels = loadPixelMoments(pixelMomentsOf(batch));
  const codes: unknown[] = [];
  pixels.codes([{ c, r }], (_, found) => {
    const weights = Float64Array.from({ length: qc * qr }, (_, i) => 1 + i);
    codes.push(found.second.slice(), found.right(weights), found.left(c, weights));
  });
  const request = { scale: 1, fromPlain: false };
  const all = [
    plain,
    moments.values,
    codes,
    batch.gram(),
    batch.sumRight(gramOfRows(r)),
    batch.sumRightFactor(r),
    batch.sumLeftFactor(c, randomMatrix(cols, 3, 3)),
    batch.project(c, r),
    batch.combine(randomMatrix(count, q, 4)),
    batch.scatterTimes(randomMatrix(rows * cols, 5, 5)),
    sums.right([{ ...request, factor: r, count: qc }]),
    sums.left([{ ...request, factor: c, count: qr, fromPlain: true }]),
    projectAll(batch, [
      { uc: c, ur: r },
      { uc: randomMatrix(rows, 1, 6), ur: r },
    ]),
    nearestOverShapes(stack, probes, shapes),
    [1, 2, 3].map((terms) => nearestOverShapes(stack, probes, shapes, metric(terms))),
  ];
  sums.release();
  pixels.release();
  batch.release();
  return all;
}

function ofMatrices([m, n]: readonly [number, number]): unknown[] {
  const a = randomMatrix(m, n, seed + 1);
  const gram = gramOfColumns(a);
  const definite: Matrix = { ...gram, data: gram.data.map((value, i) => value + (i % (n + 1) === 0 ? 1 : 0)) };
  const gallery = matrixStack(m, n, 1, a.data);
  const probes = matrixStack(5, n, 1, randomMatrix(5, n, seed + 2).data);
  const shapes = Array.from({ length: n }, (_, q) => [q + 1]);
  const rising = { weights: [new Float64Array(n).fill(1), new Float64Array(n).fill(0.5)] };
  return [
    multiply(a, gram),
    symmetricEigen(gram),
    leadingEigen(gram, Math.ceil(n / 4)),
    svd(a),
    m >= n ? qr(a) : null,
    cholesky(definite),
    squaredDistances(a, randomMatrix(7, n, 8)),
    nearestOverShapes(gallery, probes, shapes),
    nearestOverShapes(gallery, probes, shapes, { ...rising, coefficients: () => [1, 1] }),
    nearestOverShapes(gallery, probes, shapes, { ...rising, coefficients: ([q]) => [1 / q, -0.1] }),
  ];
}

/** SHA-256 of all numbers of a value, in the order of its members. */
function digest(value: unknown): string {
  const hash = createHash('sha256');
  const enter = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    else if (typeof part === 'number') hash.update(`${part} `);
    else if (part !== null && typeof part === 'object') Object.values(part).forEach(enter);
  };
  enter(value);
  return hash.digest('hex');
}

const lines: string[] = [];
const say = (what: string, hash: string): void => void lines.push(`${what}\t${hash}`);

for (const build of ['wasm-relaxed-simd', 'wasm-simd'] satisfies KernelBuild[]) {
  compileKernelsBy(() => ({ module: compile(build), width }));
  selectKernels(build);
  const own = startKernels(build, { module: compile(build), width });
  for (const [name, ask] of Object.entries(selfTestCases)) say(`${build} ${name}`, digestOf(own, ask));
  for (const [arbitrary, of] of [
    [product, (drawn: Product) => digestOf(own, asked(drawn))],
    [images, (drawn: Images) => digest(ofImages(drawn))],
    [fc.tuple(size, size), (drawn: readonly [number, number]) => digest(ofMatrices(drawn))],
  ] as readonly (readonly [fc.Arbitrary<unknown>, (drawn: never) => string])[]) {
    for (const drawn of fc.sample(arbitrary, { seed, numRuns: 60 })) {
      say(`${build} ${JSON.stringify(drawn)}`, of(drawn as never));
    }
  }
}
compileKernelsBy(() => ({ module: compile('wasm-relaxed-simd'), width }));
selectKernels('wasm-relaxed-simd');
for (const [name, found] of Object.entries({ protocols: pinnedProtocols(), predictions: pinnedPredictions() })) {
  say(name, JSON.stringify(found));
}
for (const [key, hash] of Object.entries(pinnedNumbers())) say(key, hash);
process.stdout.write(lines.join('\n'));
