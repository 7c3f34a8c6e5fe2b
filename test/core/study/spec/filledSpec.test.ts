import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { fillSettings, isSpecOf } from '../../../../src/core/study/spec/filledSpec.ts';
import { plannedMethods } from '../../../../src/core/study/plan/plan.ts';
import { smallSpec } from '../smallDataset.ts';

const open = smallSpec({ methods: [{ method: 'bppca' }, { method: 'pca' }] });

describe('a spec with its settings filled in', () => {
  it('names every setting and plans the same methods', () => {
    const filled = fillSettings(open);
    const names = findMethod('bppca')!.parameters.map(({ name }) => name);
    expect(Object.keys(filled.methods[0].settings)).toEqual(names);
    expect(plannedMethods(filled)).toEqual(plannedMethods(open));
    expect(fillSettings(filled)).toEqual(filled);
  });

  it('takes what it leaves open from the stored spec of the study, not from the defaults of today', () => {
    const filled = fillSettings(open);
    const [bppca, pca] = filled.methods;
    const older = { ...filled, methods: [{ ...bppca, settings: { ...bppca.settings, maxIterations: 77 } }, pca] };
    expect(fillSettings(open, older).methods[0].settings['maxIterations']).toBe(77);
    expect(isSpecOf(older, open)).toBe(true);
    const asked = smallSpec({ methods: [{ method: 'bppca', settings: { maxIterations: 78 } }, { method: 'pca' }] });
    expect(fillSettings(asked, older).methods[0].settings['maxIterations']).toBe(78);
    expect(isSpecOf(older, asked)).toBe(false);
    expect(isSpecOf(older, { ...open, seed: 8 })).toBe(false);
  });

  it('leaves unknown methods to the check of the spec', () => {
    const unknown = smallSpec({ methods: [{ method: 'no such', settings: { a: 1 } }] });
    expect(fillSettings(unknown)).toEqual(unknown);
  });
});
