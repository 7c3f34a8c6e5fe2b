import { describe, expect, it } from 'vitest';
import { methods } from '../../../../src/core/methods/registry.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { planSize } from '../../../../src/core/study/plan/plan.ts';
import { generateFaces } from '../../../../src/core/synthetic/faces.ts';
import { demoStudy } from '../../../../src/main/engine/studies/createStudy.ts';

describe('the study of the demo', () => {
  const { images, labels, subjects } = generateFaces();
  const facts = { name: 'faces', hash: 'faces', rows: images.rows, cols: images.cols, labels, subjects };
  const spec = demoStudy('demo', 'faces');

  it('can run with every method that is registered', () => {
    expect(checkSpec(spec, facts).problems).toEqual([]);
  });

  it('compares every method but the demanding ones', () => {
    expect(spec.methods.map(({ method }) => method)).toEqual(
      methods.filter(({ demanding }) => demanding !== true).map(({ id }) => id),
    );
  });

  it('tries at most 9 latent shapes with methods that need one fit per shape', () => {
    const { methods: sizes } = planSize(spec, facts);
    const shapes = spec.methods.flatMap(({ method }, i) =>
      methods.find(({ id }) => id === method)?.sweep ? [] : [sizes[i].shapes],
    );
    expect(shapes.length).toBeGreaterThan(0);
    expect(Math.max(...shapes)).toBeLessThanOrEqual(9);
  });
});
