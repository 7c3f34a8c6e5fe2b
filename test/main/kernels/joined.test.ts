// @module-tag processes
/** What the JavaScript engine says of the vectors that it joins: the kernels are written for that. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supportsWideVectors, offWhileEager } from '../../../src/main/kernelWidth.ts';
import { skipWhen } from '../../support/skips.ts';

/**
 * Functions by the file of their kernels, with the number of places at which joining begins: pairs of stores, or of
 * sums. What is inlined counts where it ends up; in longer functions the engine inlines less of the strict build. What
 * is not listed cannot be joined, as its comment says.
 */
type Places = Readonly<Record<string, Readonly<Record<string, number>>>>;
const inlined: Places = {
  divide: { deflate: 2, merge: 6, recomputeWeights: 1 },
  factor: { cholesky: 2, jacobi: 6, qr: 8, solveLower: 1, solveLowerTransposed: 1 },
  gemm: { distancesOfEight: 4, mirror: 2, pack: 3 },
  integers: { integerGram: 4 },
  leading: { orthogonal: 5, twisted: 2 },
  moments: { scaleTriangle: 1, spreadTriangle: 1 },
  move: { transpose: 2, transposeFour: 2 },
  ql: { iterateQl: 2 },
  screen: { nearestByScreen: 6, sumToStops: 6 },
  secular: { secularRoot: 5, sums: 1 },
  simd: { axpy: 1, axpy2: 1, dot: 2, rotate: 2 },
  sweep: { nearestOverShapes: 4, plain: 5, twoTerms: 3, weighted: 6 },
  tile: {
    apart2x8: 12,
    apart4x4: 12,
    apart4x8: 24,
    apart6x4: 18,
    tight2x8: 12,
    tight4x4: 12,
    tight4x8: 24,
    tight6x4: 18,
    tight6x8: 36,
  },
  tridiagonal: { backTransform: 3, reflector: 2, symv: 4, tridiagonalise: 6 },
};

/** The same where nothing is inlined: what the functions above call is joined in itself. */
const apart: Places = {
  divide: { merge: 1, recomputeWeights: 1 },
  gemm: { distancesOfEight: 4, pack: 1 },
  integers: inlined.integers,
  moments: inlined.moments,
  move: { transposeFour: 2 },
  screen: { sumToStops: 6 },
  secular: { secularRoot: 1, sums: 1 },
  simd: inlined.simd,
  sweep: { nearestOverShapes: 1, plain: 5, twoTerms: 3, weighted: 9 },
  tile: inlined.tile,
  tridiagonal: { symv: 1 },
};

/** Places that are joined, of functions with any, from a trace of the pass. */
function traced(build: 'relaxed' | 'strict', off: readonly string[]): Record<string, Record<string, number>> {
  const binary = new URL(`../../../src/core/linalg/kernels/${build}.binary.ts`, import.meta.url).href;
  const compile = `new WebAssembly.Module(Buffer.from((await import('${binary}')).default, 'base64'))`;
  // Each flag of V8 by itself: this file is for runtimes that have them. One thread compiles, or functions would mix.
  const flags = ['--experimental-wasm-revectorize', '--trace-wasm-revectorize', '--wasm-num-compilation-tasks=0'];
  const text = execFileSync(
    process.execPath,
    [...flags, ...off.map((flag) => `--no-${flag}`), '--input-type=module', '-e', compile],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const found: Record<string, Record<string, number>> = {};
  for (const part of text.split('Begin revec function ').slice(1)) {
    const [file, name] = part.slice(0, part.indexOf('\n')).split('/').slice(-2);
    const places = part.split('\n').filter((line) => line.startsWith('{')).length;
    const given = part.split('tree failed').length - 1;
    if (/Decided? to vectorize, [1-9]/.test(part)) (found[file] ??= {})[name] = places - given;
  }
  return found;
}

/** Whether the processor has vectors of 256 bits; null where the system does not say. */
function hasWideVectors(): boolean | null {
  try {
    return / avx2 /.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return null;
  }
}

const lacking = skipWhen(
  !supportsWideVectors() || hasWideVectors() !== true,
  'joining vectors takes V8 12.9 for x64, not macOS, and a processor that is known to have AVX2',
);

/** As older versions of V8 compile, where this is one, and as newer ones do. */
const [older, newer] = ['13.6', '14.1'].map(offWhileEager);
const ways = [
  ...(offWhileEager().length === older.length ? [{ way: 'inlining', off: older, expected: inlined }] : []),
  { way: 'not inlining', off: newer, expected: apart },
];
const cases = ways.flatMap((way) => (['relaxed', 'strict'] as const).map((build) => ({ ...way, build })));

describe.each(cases)('the $build build, $way', ({ build, off, expected }) => {
  it('has every function joined that is meant to be, at as many places', lacking, () => {
    const found = traced(build, off);
    const lost = Object.entries(expected).flatMap(([file, functions]) =>
      Object.entries(functions)
        .filter(([name, places]) => !((found[file]?.[name] ?? 0) >= places))
        .map(([name, places]) => `${file}/${name}: ${found[file]?.[name] ?? 0} of ${places} places`),
    );
    expect(lost).toEqual([]);
  });
});
