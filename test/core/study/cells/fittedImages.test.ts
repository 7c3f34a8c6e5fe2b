import { describe, expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { rootMeanSquare } from '../../../../src/core/measures/reconstruction.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const train = Array.from({ length: 20 }, (_, n) => n);

describe('a study of the fitted images', () => {
  const spec = smallSpec({
    protocol: { kind: 'explicit', splits: [{ train, test: train }] },
    methods: [{ method: 'pca', latent: [3, 19] }],
    measures: ['reconstruction'],
  });
  const plan = planCells(planStudy(spec), facts);
  const outcomes = evaluateAll(spec, facts, data, plan);

  it('measures how the model rebuilds the images that it was fitted to', () => {
    const [{ result }] = [...outcomes.values()];
    const rmse = result.measures!.values.rmse!;
    const pca = findMethod('pca')!;
    const images = selectImages(data.images, Int32Array.from(train));
    const fit = pca.fit({ images, labels: data.labels.subarray(0, 20) }, [3], resolveSettings(pca, {}), {
      random: stream('unused'),
      checkCancelled: () => undefined,
    });
    const rebuilt = pca.reconstruct!(fit, pca.encode(fit, images));
    expect(rmse[0]).toBeCloseTo(rootMeanSquare(images, rebuilt)!, 10);
    expect(rmse[0]).toBeGreaterThan(0.1);
    // 19 axes hold 20 centred images whole.
    expect(rmse[1]).toBeLessThan(1e-6);
    expect(result.wrong).toEqual([0, 0]);
  });

  it('says so above its column and below the table', () => {
    const table = summariseStudy(plan, outcomes);
    expect(table.conditions.map(({ title }) => title)).toEqual(['fitted images']);
    expect(table.footer.join(' ')).toContain('Resubstitution error rate of the nearest neighbour');
    expect(table.footer.join(' ')).toContain('Fitted images: the test images are the training images');
  });
});

describe('predefined splits and a subset', () => {
  const splits = [{ train, test: [20, 21, 22, 23, 24, 25, 26] }];
  const pair = { subjects: ['subject 2', 'subject 4'] };

  it('keep the images of the subset', () => {
    const spec = smallSpec({ protocol: { kind: 'explicit', splits }, subset: pair });
    const split = splitOf(spec, facts, 'explicit', 1);
    expect([[...split.train], [...split.test]]).toEqual([
      [1, 3, 6, 8, 11, 13, 16, 18],
      [21, 23, 26],
    ]);
  });

  it('give two-class measures of two subjects, those of splits that name their images alone', () => {
    const change = { measures: ['two-class' as const], methods: [{ method: 'pca', latent: [2] }] };
    const ofPair = (images: number[]) => images.filter((n) => n % 5 === 1 || n % 5 === 3);
    const whole = smallSpec({ ...change, protocol: { kind: 'explicit', splits }, subset: pair });
    const named = smallSpec({
      ...change,
      protocol: {
        kind: 'explicit',
        splits: splits.map(({ train, test }) => ({ train: ofPair(train), test: ofPair(test) })),
      },
    });
    const [a, b] = [whole, named].map((spec) => {
      const [{ result }] = [...evaluateAll(spec, facts, data, planCells(planStudy(spec), facts)).values()];
      return { measures: result.measures, predictionHash: result.predictionHash };
    });
    expect(a).toEqual(b);
    expect(a.measures!.values['two-class-auc']![0]).not.toBeNull();
  });
});
