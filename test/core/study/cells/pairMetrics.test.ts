/** What pairs may be scored by: every metric, and the classifiers that score a subject. */
import { describe, expect, it } from 'vitest';
import type { MetricDeclaration } from '../../../../src/core/classify/metrics/metric.ts';
import { distanceBetween, metrics, type MetricName } from '../../../../src/core/classify/metrics/registry.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data as drawn, dataOf, facts, smallSpec } from '../smallDataset.ts';

/** The images without negative entries, as histograms are. */
const positive = dataOf({ ...drawn.images, data: drawn.images.data.map(Math.abs) }, drawn.labels);

describe('the score of a pair', () => {
  it.each(metrics)(
    'is the negative distance between their codes, or its square, by $kind',
    (metric: MetricDeclaration) => {
      const { title, squares } = metric;
      const kind = metric.kind as MetricName;
      // Codes of no projection are the images.
      const data = metric.histograms ? positive : drawn;
      const [id, latent] = metric.histograms ? (['none', []] as const) : (['pca', [3]] as const);
      const spec = smallSpec({
        protocol: { kind: 'pairs', folds: 2, developmentFolds: 0 },
        methods: [{ method: id, latent: metric.histograms ? 'default' : [3] }],
        classifier: { kind: '1nn', metric: kind },
        measures: ['verification'],
      });
      const plan = planCells(planStudy(spec), facts);
      const outcomes = evaluateAll(spec, facts, data, plan);
      const method = findMethod(id)!;
      for (const cell of plan.cells) {
        const { split } = taskOf(spec, facts, plan, cell);
        const { result } = outcomes.get(cell.key) as { result: { nearest: ArrayLike<number> } };
        const fit = method.fit(
          { images: selectImages(data.images, split.train), labels: null },
          latent,
          { ...plan.methods[0].settings },
          { random: stream('unused'), checkCancelled: () => undefined },
        );
        const [gallery, probes, world] = [split.gallery!, split.test, split.train].map((images) =>
          method.encode(fit, selectImages(data.images, images)),
        );
        // What is whitened by is the world: neither list of pairs has a part in it.
        const distance = distanceBetween(kind, gallery, probes, world);
        const { probes: p, references: r } = split.pairs!.evaluation;
        const scores = Array.from(p, (probe, at) => -distance(r[at], probe));
        let ordered = 0;
        scores.forEach((a, i) =>
          scores.forEach((b, j) => {
            if (Math.abs(a - b) < 1e-9) return;
            expect(Math.sign(result.nearest[i] - result.nearest[j])).toBe(Math.sign(a - b));
            ordered++;
          }),
        );
        expect(ordered).toBeGreaterThan(100);
      }
      expect(summariseStudy(plan, outcomes).footer.join(' ')).toContain(
        `Pairs are scored by the negative ${squares ? 'squared ' : ''}distance between their codes: ${title}.`,
      );
    },
  );
});
