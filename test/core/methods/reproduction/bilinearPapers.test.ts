/** Numbers of the MVFA paper that reproduce on synthetic data, by size and order; others: test/core/papers. */
import { describe, expect, it } from 'vitest';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { matrix, matrixStack, multiply, stackItem } from '../../../../src/core/linalg/index.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { fitOf } from '../support/dense.ts';

describe('iterations of the algorithms of MVFA (Xie et al. 2008, Fig. 2(a))', () => {
  it('are tens with parameter expansion and hundreds without; the printed step stops short of the maximum', () => {
    const random = stream('fig 2a');
    const normal = (m: number, n: number) =>
      matrix(
        m,
        n,
        Float64Array.from({ length: m * n }, () => random.normal()),
      );
    const [u, v] = [normal(20, 4), normal(20, 4)];
    const images = matrixStack(300, 20, 20);
    for (let n = 0; n < 300; n++) {
      const signal = multiply(multiply(u, normal(4, 4)), v, { transposeB: true });
      stackItem(images, n).data.set(signal.data.map((value) => value + random.normal()));
    }
    const traceOf = (algorithm: string) =>
      fitOf(mvfa, images, [4, 4], { algorithm, start: 'random', tolerance: 0, maxIterations: 200 }).trace;
    const [px, direct, ecm] = ['px', 'direct', 'ecm'].map(traceOf);
    const best = px[199];
    expect(best - px[19]).toBeLessThan(1e-3);
    // The others are still far from it where the expansion has long settled.
    for (const trace of [direct, ecm]) {
      expect(best - trace[99]).toBeGreaterThan(100);
      expect(trace[199]).toBeGreaterThan(trace[99]);
    }
    const printed = traceOf('printed-px');
    expect(best - printed[49]).toBeLessThan(best - direct[199]);
    expect(best - printed[199]).toBeGreaterThan(0.1);
  });
});
