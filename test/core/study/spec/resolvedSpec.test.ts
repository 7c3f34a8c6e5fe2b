import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { resolveSpecSettings, specBelongsTo } from '../../../../src/core/study/spec/resolvedSpec.ts';
import { plannedMethods } from '../../../../src/core/study/study.ts';
import { smallSpec } from '../smallDataset.ts';

const open = smallSpec({ methods: [{ method: 'bppca' }, { method: 'pca' }] });

describe('a spec with its settings filled in', () => {
  it('names every setting and plans the same methods', () => {
    const filled = resolveSpecSettings(open);
    const names = findMethod('bppca')!.parameters.map(({ name }) => name);
    expect(Object.keys(filled.methods[0].settings)).toEqual(names);
    expect(plannedMethods(filled)).toEqual(plannedMethods(open));
    expect(resolveSpecSettings(filled)).toEqual(filled);
  });

  it('takes what it leaves open from the stored spec of the study, not from the defaults of today', () => {
    const filled = resolveSpecSettings(open);
    const [bppca, pca] = filled.methods;
    const older = { ...filled, methods: [{ ...bppca, settings: { ...bppca.settings, maxIterations: 77 } }, pca] };
    expect(resolveSpecSettings(open, older).methods[0].settings['maxIterations']).toBe(77);
    expect(specBelongsTo(older, open)).toBe(true);
    const asked = smallSpec({ methods: [{ method: 'bppca', settings: { maxIterations: 78 } }, { method: 'pca' }] });
    expect(resolveSpecSettings(asked, older).methods[0].settings['maxIterations']).toBe(78);
    expect(specBelongsTo(older, asked)).toBe(false);
    expect(specBelongsTo(older, { ...open, seed: 8 })).toBe(false);
  });

  it('leaves unknown methods to the check of the spec', () => {
    const unknown = smallSpec({ methods: [{ method: 'no such', settings: { a: 1 } }] });
    expect(resolveSpecSettings(unknown)).toEqual(unknown);
  });

  it('keeps results of the stored study that were computed elsewhere, each file once, and versions of programs', () => {
    const fileOf = (sha256: string) => ({ source: `${sha256[0]}.csv`, sha256, holds: 'predictions' as const });
    const [a, b] = ['a', 'b'].map((letter) => fileOf(letter.repeat(64)));
    const theirs = (label: string, elsewhere: typeof a) => ({ method: 'elsewhere', label, elsewhere });
    const stored = smallSpec({ methods: [{ method: 'pca' }, theirs('A', a), theirs('B', b)] });
    expect(
      resolveSpecSettings(smallSpec({ methods: [{ method: 'pca' }] }), stored).methods.map(({ label }) => label),
    ).toEqual([undefined, 'A', 'B']);
    const own = resolveSpecSettings(smallSpec({ methods: [theirs('ours', a), { method: 'pca' }] }), stored);
    expect(own.methods.map(({ label }) => label)).toEqual(['ours', undefined, 'B']);
    expect(specBelongsTo(stored, smallSpec({ methods: [{ method: 'pca' }] }))).toBe(true);
    const program = { version: 'of then', declaration: {} } as never;
    const withProgram = { ...stored, methods: [{ ...stored.methods[0], program }] };
    expect(resolveSpecSettings(smallSpec({ methods: [{ method: 'pca' }] }), withProgram).methods[0].program).toBe(
      program,
    );
    expect(resolveSpecSettings(stored).methods[0]).not.toHaveProperty('program');
  });

  it('takes settings of the row of the same method and label alone', () => {
    const labelled = (label: string, tolerance: number) => ({ method: 'bppca', label, settings: { tolerance } });
    const stored = smallSpec({ methods: [labelled('a', 0.1), labelled('b', 0.2)] });
    const filled = resolveSpecSettings(smallSpec({ methods: [{ method: 'bppca', label: 'b' }] }), stored);
    expect(filled.methods[0].settings['tolerance']).toBe(0.2);
    const other = resolveSpecSettings(smallSpec({ methods: [{ method: 'pca', label: 'b' }] }), stored);
    expect(other.methods[0].settings).not.toHaveProperty('tolerance');
  });
});
