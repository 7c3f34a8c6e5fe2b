import { describe, expect, it } from 'vitest';
import { embed, trustworthiness } from '../../../src/core/embedding/embed.ts';
import { embeddingSpecSchema } from '../../../src/core/embedding/spec.ts';
import { matrix, matrixStack, squaredDistances, type Matrix } from '../../../src/core/linalg/index.ts';
import { FitError } from '../../../src/core/methods/method.ts';
import { InvalidInputError } from '../../../src/core/methods/problems.ts';
import { stream } from '../../../src/core/random/stream.ts';

function normal(rows: number, cols: number, name: string): Matrix {
  const random = stream(name);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => random.normal()),
  );
}

/** By full orders of all rows. */
function orderedTrustworthiness(data: Matrix, codes: Matrix, k: number): number {
  const count = data.rows;
  const [far, near] = [squaredDistances(data, data), squaredDistances(codes, codes)];
  const order = (distances: Matrix, i: number) =>
    Array.from({ length: count }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((p, q) => distances.data[i * count + p] - distances.data[i * count + q]);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const rank = order(far, i);
    for (const j of order(near, i).slice(0, k)) sum += Math.max(0, rank.indexOf(j) + 1 - k);
  }
  return 1 - (2 * sum) / (count * k * (2 * count - 3 * k - 1));
}

describe('Trustworthiness', () => {
  it('is 1 for a rotated copy and about one half for unrelated codes', () => {
    const x = normal(300, 5, 'data');
    const doubled = matrix(
      300,
      5,
      x.data.map((value) => -2 * value),
    );
    expect(trustworthiness(x, doubled, 10)).toBe(1);
    expect(trustworthiness(x, normal(300, 2, 'other'), 10)).toBeCloseTo(0.5, 1);
  });

  it('equals its definition by full orders', () => {
    const x = normal(150, 6, 'data');
    const codes = matrix(
      150,
      2,
      Float64Array.from({ length: 300 }, (_, at) => x.data[Math.floor(at / 2) * 6 + (at % 2)]),
    );
    expect(trustworthiness(x, codes, 7)).toBeCloseTo(orderedTrustworthiness(x, codes, 7), 12);
  });

  it('refuses as many neighbours as half the rows', () => {
    expect(() => trustworthiness(normal(10, 2, 'a'), normal(10, 2, 'b'), 5)).toThrow(RangeError);
  });
});

describe('An embedding', () => {
  const { data } = normal(60, 30, 'images');
  const source = {
    images: matrixStack(60, 5, 6, data),
    labels: Int32Array.from({ length: 60 }, (_, i) => i % 6),
    datasetHash: 'abc',
  };
  const of = (values: object) =>
    embed(embeddingSpecSchema.parse({ method: 'pca', latent: [3], neighbours: 5, ...values }), source, () => undefined);

  it('holds the codes of all images, and the posterior means where the fit has them', () => {
    const pca = of({});
    expect([pca.axes, pca.codes.values.length, pca.means]).toEqual([3, 180, null]);
    const fields = of({ method: 'emlpp' });
    expect([fields.means!.values.length, fields.codes.values.length]).toEqual([180, 180]);
    expect(fields.means!.values).not.toEqual(fields.codes.values);
    expect(fields.iterations).toBeGreaterThan(1);
  });

  it('flattens the codes of bilinear methods', () => {
    expect(of({ method: 'bppca', latent: [2, 3] }).axes).toBe(6);
  });

  it('gives the same bits again, other ones with noise, and others with another seed', () => {
    const noisy = of({ noise: 2 });
    expect(of({ noise: 2 })).toEqual(noisy);
    expect(of({}).codes.values).not.toEqual(noisy.codes.values);
    expect(of({ noise: 2, seed: 2 }).codes.values).not.toEqual(noisy.codes.values);
    expect(noisy.codes.trustworthiness!).toBeLessThan(of({}).codes.trustworthiness!);
  });

  it('refuses settings and shapes that cannot be, with a sentence', () => {
    expect(() => of({ settings: { neighbours: 3 } })).toThrow(InvalidInputError);
    expect(() => of({ latent: [60] })).toThrow(FitError);
    expect(() => of({ method: 'nothing' })).toThrow('There is no method "nothing".');
  });
});
