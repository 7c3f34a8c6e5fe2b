import { describe, expect, it } from 'vitest';
import { type Classifier, codeDecider } from '../../../src/core/classify/classifiers/registry.ts';
import { decideByRunningSums } from '../../../src/core/classify/decideByRunningSums.ts';
import type { MetricDeclaration } from '../../../src/core/classify/metrics/metric.ts';
import { metrics, type MetricName } from '../../../src/core/classify/metrics/registry.ts';
import { decide } from '../../../src/core/classify/scores.ts';
import { matrixStack, type MatrixStack } from '../../../src/core/linalg/matrix.ts';
import { CancelledError } from '../../../src/core/methods/method.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { scoreCodes } from '../../support/classify.ts';

const [ROWS, COLS] = [5, 3];
const SIZE = ROWS * COLS;
const random = stream('running sums');

function drawn(count: number, positive: boolean): MatrixStack {
  const value = () => (positive ? Math.abs(random.normal()) : random.normal());
  return matrixStack(count, ROWS, COLS, Float64Array.from({ length: count * SIZE }, value));
}

function cropped({ count, cols, data }: MatrixStack, [r, c]: readonly number[]): MatrixStack {
  const result = matrixStack(count, r, c);
  for (let at = 0; at < result.data.length; at++) {
    const [n, i, j] = [Math.floor(at / (r * c)), Math.floor((at % (r * c)) / c), at % c];
    result.data[at] = data[n * SIZE + i * cols + j];
  }
  return result;
}

const labels = Array.from({ length: 24 }, (_, n) => Math.floor(n / 4));
const shapes = Array.from({ length: SIZE }, (_, at) => [1 + Math.floor(at / COLS), 1 + (at % COLS)] as const);

/** All decisions, and at how many shapes the definition was asked. */
function both(classifier: Classifier, gallery: MatrixStack, probes: MatrixStack) {
  const scoresAt = (shape: readonly number[]) =>
    scoreCodes(classifier, cropped(gallery, shape), labels, cropped(probes, shape));
  let asked = 0;
  const counted = (shape: readonly number[]) => {
    asked++;
    return scoresAt(shape);
  };
  const rule = codeDecider(classifier)!.rule(gallery, labels)!;
  const decided = decideByRunningSums(rule, probes, gallery, shapes, counted, () => undefined);
  return { decided: decided && [...decided], defined: shapes.flatMap((shape) => [...decide(scoresAt(shape))]), asked };
}

const classifiers = (metric: MetricName): Classifier[] => [
  { kind: '1nn', metric },
  { kind: 'knn', k: 3, metric },
  { kind: 'knn', k: 24, metric },
  { kind: 'nearest-mean', metric },
  ...(['mean', 'median', 'least'] as const).map((over) => ({ kind: 'subject-distance', over, metric }) as const),
];

const declared: readonly (MetricDeclaration & { readonly kind: MetricName })[] = metrics;
const [summed, others] = [true, false].map((isSum) => declared.filter(({ sums }) => (sums !== undefined) === isSum));

describe.each(summed)('running sums by $kind', (metric) => {
  const histograms = metric.histograms ?? false;

  it.each(classifiers(metric.kind))('decide as the scores at every shape do: %o', (classifier) => {
    // 40 probes are more than a block.
    const { decided, defined, asked } = both(classifier, drawn(24, histograms), drawn(40, histograms));
    expect(decided).toEqual(defined);
    // The cosine of codes of one entry is 1 or −1: all of one sign are equally near.
    if (!metric.sums!.angles) expect(asked).toBe(0);
    else expect(asked).toBeLessThan(shapes.length / 2);
  });

  it.each(classifiers(metric.kind))('leave ties, and codes of zeros, to the scores: %o', (classifier) => {
    const [gallery, probes] = [drawn(24, histograms), drawn(9, histograms)];
    const put = (from: MatrixStack, n: number, to: MatrixStack, at: number, off = 1): void => {
      for (let i = 0; i < SIZE; i++) to.data[at * SIZE + i] = from.data[n * SIZE + i] * off;
    };
    // The same image under two names, the same but for rounding, a probe that is one of both, and codes of zeros.
    for (let n = 0; n < 4; n++) put(gallery, n, gallery, 12 + n);
    for (let n = 0; n < 4; n++) put(gallery, 4 + n, gallery, 16 + n, 1 + 2 ** -52);
    put(gallery, 1, probes, 0);
    put(gallery, 5, probes, 1);
    put(probes, 0, probes, 2, 0);
    put(gallery, 0, gallery, 20, 0);
    const { decided, defined, asked } = both(classifier, gallery, probes);
    expect(decided).toEqual(defined);
    expect(asked).toBeGreaterThan(0);
  });
});

describe('running sums', () => {
  it('are not taken where a metric is no sum over entries, or of other codes at other shapes', () => {
    const [gallery, probes] = [drawn(24, false), drawn(3, false)];
    expect(others).not.toEqual([]);
    for (const { kind } of others) expect(both({ kind: '1nn', metric: kind }, gallery, probes).decided).toBeNull();
    // A first coordinate that varies by rounding only in the company of larger ones.
    for (let n = 0; n < 24; n++) gallery.data[n * SIZE] *= 1e-13;
    expect(both({ kind: '1nn', metric: 'whitened' }, gallery, probes).decided).toBeNull();
    expect(both({ kind: '1nn', metric: 'euclidean' }, gallery, probes).decided).not.toBeNull();
  });

  it.each(['euclidean', 'cosine', 'city-block'] as const)('of vectors decide at every length by %s', (metric) => {
    const vectors = (count: number) => matrixStack(count, SIZE, 1, drawn(count, false).data);
    const [gallery, probes] = [vectors(24), vectors(20)];
    const lengths = Array.from({ length: SIZE }, (_, at) => [at + 1]);
    const leading = ({ count, data }: MatrixStack, [q]: readonly number[]): MatrixStack =>
      matrixStack(
        count,
        q,
        1,
        data.filter((_, at) => at % SIZE < q),
      );
    const scoresAt = (shape: readonly number[]) =>
      scoreCodes({ kind: '1nn', metric }, leading(gallery, shape), labels, leading(probes, shape));
    const rule = codeDecider({ kind: '1nn', metric })!.rule(gallery, labels)!;
    const decided = decideByRunningSums(rule, probes, gallery, lengths, scoresAt, () => undefined)!;
    expect([...decided]).toEqual(lengths.flatMap((shape) => [...decide(scoresAt(shape))]));
  });

  it('ask for a cancellation with every block of probes', () => {
    const rule = codeDecider({ kind: '1nn' })!.rule(drawn(24, false), labels)!;
    let asked = 0;
    const cancelled = () => {
      if (++asked === 2) throw new CancelledError('stop');
    };
    expect(() => decideByRunningSums(rule, drawn(40, false), rule.gallery, shapes, () => null!, cancelled)).toThrow(
      CancelledError,
    );
  });

  it('leave negative entries to the scores, which refuse them in words', () => {
    const rule = codeDecider({ kind: '1nn', metric: 'chi-squared' })!.rule(drawn(24, false), labels)!;
    expect(
      decideByRunningSums(
        rule,
        drawn(3, true),
        rule.gallery,
        shapes,
        () => null!,
        () => undefined,
      ),
    ).toBeNull();
  });
});
