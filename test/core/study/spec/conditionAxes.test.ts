import { describe, expect, it } from 'vitest';
import { conditionAxes } from '../../../../src/core/study/spec/conditionAxes.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { studySpecSchema, type StudySpecInput } from '../../../../src/core/study/spec/spec.ts';

function axesOf(protocol: StudySpecInput['protocol'], perturbations?: StudySpecInput['perturbations']) {
  const methods = [{ method: 'pca', latent: [1] }] as unknown as StudySpecInput['methods'];
  const spec = studySpecSchema.parse({ name: 'a', dataset: 'b', seed: 1, methods, protocol, perturbations });
  const known = new Set(conditionsOf(spec.protocol, spec.perturbations).map(({ key }) => key));
  const axes = conditionAxes(spec);
  for (const { lines } of axes) {
    for (const { points } of lines) for (const { condition } of points) expect(known).toContain(condition);
  }
  return axes;
}

const random = { kind: 'random' as const, trainPerSubject: [4, 2, 3], repeats: 3 };

describe('the axes of a study', () => {
  it('are the training images per subject, in ascending order', () => {
    const [axis, ...others] = axesOf(random);
    expect(others).toEqual([]);
    expect(axis).toEqual({
      id: 'training',
      title: 'Training images per subject, k',
      lines: [{ title: '', points: [2, 3, 4].map((k) => ({ value: k, condition: `k=${k}` })) }],
    });
  });

  it('are every list of a perturbation, from unperturbed images on, at every training size', () => {
    const axes = axesOf(random, [
      { kind: 'none' },
      { kind: 'gaussian-noise', sigma: [40, 20], on: 'test' },
      { kind: 'occlusion', side: [0.25], on: 'test', value: 0 },
    ]);
    expect(axes.map(({ id, lines }) => [id, lines.length])).toEqual([
      ['training', 4],
      ['gaussian-noise@test', 3],
      ['occlusion@test', 3],
    ]);
    const [training, noise, occlusion] = axes;
    const [clean, ...noisy] = training.lines.map(({ title }) => title);
    expect(clean).toBe('clean');
    expect(noisy[0]).toContain('40');
    expect(noisy[2]).toContain('occlusion 25%');
    expect(noise.lines[0].title).toBe('k = 4');
    expect(noise.lines[0].points.map(({ value }) => value)).toEqual([0, 20, 40]);
    expect(noise.lines[0].points[0].condition).toBe('k=4');
    expect(occlusion.lines[1].points.map(({ value }) => value)).toEqual([0, 0.25]);
  });

  it('have two numbers at least, and names that differ', () => {
    expect(axesOf({ ...random, trainPerSubject: [2] })).toEqual([]);
    // One level without unperturbed images beside it is a point, no line.
    expect(axesOf({ ...random, trainPerSubject: [2] }, [{ kind: 'gaussian-noise', sigma: [20], on: 'test' }])).toEqual(
      [],
    );
    expect(axesOf({ kind: 'leave-one-out' })).toEqual([]);
    const blocks = [0, 255].map((value) => ({
      kind: 'occlusion' as const,
      side: [0.2, 0.4],
      on: 'test' as const,
      value,
    }));
    expect(axesOf({ ...random, trainPerSubject: [2] }, blocks).map(({ id }) => id)).toEqual([
      'occlusion@test',
      'occlusion@test#2',
    ]);
    expect(axesOf({ kind: 'hold-out', trainShare: [0.25, 0.5], repeats: 2 })[0].lines[0].points[1].value).toBe(0.5);
  });
});
