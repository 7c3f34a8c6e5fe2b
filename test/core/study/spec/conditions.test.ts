import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../../../src/core/protocols/registry.ts';
import {
  conditionFactors,
  conditionIndex,
  conditionsOf,
  drawsCondition,
  perturbationOf,
  repeatCount,
  splitCount,
} from '../../../../src/core/study/spec/conditions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const protocol: Protocol = { kind: 'random', trainPerSubject: [2, 3], repeats: 4 };
const { perturbations } = smallSpec({
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [10, 20] }, { kind: 'occlusion', side: [0.25] }],
});

describe('conditions of a study', () => {
  it('are those of the protocol at every level of the perturbations, with their parts where there are several', () => {
    expect(conditionsOf(protocol)).toEqual([
      { key: 'k=2', title: 'k = 2' },
      { key: 'k=3', title: 'k = 3' },
    ]);
    const found = conditionsOf(protocol, perturbations);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({
      key: 'k=2',
      title: 'k = 2',
      parts: { training: 'k = 2', perturbation: expect.any(String) },
    });
    for (const { key, title, parts } of found.slice(1, 4)) {
      expect(key.startsWith('k=2')).toBe(true);
      expect(title).toBe(`k = 2, ${parts!.perturbation}`);
    }
    expect(new Set(found.map(({ key }) => key)).size).toBe(8);
  });

  it('tell their factors and their place by their keys', () => {
    const keys = conditionsOf(protocol, perturbations).map(({ key }) => key);
    expect(keys.map((key) => conditionFactors({ protocol, perturbations }, key))).toEqual(
      [2, 3].flatMap((k) => [
        { k, perturbation: 'none', level: 0 },
        { k, perturbation: 'gaussian-noise@test', level: 10 },
        { k, perturbation: 'gaussian-noise@test', level: 20 },
        { k, perturbation: 'occlusion@test', level: 0.25 },
      ]),
    );
    expect(keys.map((key) => conditionIndex(protocol, key))).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect(() => conditionIndex(protocol, 'k=23')).toThrow('The protocol has no condition "k=23"');
    expect(
      conditionFactors({ protocol: { kind: 'leave-one-out' }, perturbations: undefined }, 'leave-one-out').k,
    ).toBeNull();
  });

  it('draw other images in every repeat where their perturbation does', () => {
    const keys = conditionsOf(protocol, perturbations).map(({ key }) => key);
    expect(keys.slice(0, 4).map((key) => drawsCondition(perturbations, key))).toEqual([false, true, true, true]);
    expect([drawsCondition(undefined, 'k=2'), perturbationOf(undefined, 'k=2')]).toEqual([false, null]);
    expect(perturbationOf(perturbations, keys[2])).toMatchObject({ kind: 'gaussian-noise', on: 'test' });
  });

  it('have their repeats from the protocol, or from the dataset, whose subset counts', () => {
    expect([repeatCount({ protocol }), splitCount({ protocol })]).toEqual([4, 4]);
    const each: Protocol = { kind: 'leave-one-out' };
    expect(repeatCount({ protocol: each }, facts)).toBe(facts.labels.length);
    expect(repeatCount({ protocol: each, subset: { images: [0, 1, 6, 7, 12] } }, facts)).toBe(5);
    expect(() => repeatCount({ protocol: each })).toThrow('The repeats of leave-one-out depend on the dataset');
  });
});
