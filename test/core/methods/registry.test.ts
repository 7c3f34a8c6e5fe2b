import { describe, expect, it } from 'vitest';
import { appearanceOf, appearancesOf } from '../../../src/core/methods/appearance.ts';
import type { Method } from '../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';

describe('the registry', () => {
  it('finds methods by their id, which is unique', () => {
    for (const method of methods) expect(findMethod(method.id)).toBe(method);
    expect(findMethod('nothing')).toBeUndefined();
    expect(methods.map((method) => method.id)).toEqual(
      expect.arrayContaining(['pca', 'ppca', '2dpca', 'glram', 'bppca']),
    );
  });

  it('has defaults that are valid settings', () => {
    for (const method of methods) expect(() => resolveSettings(method, {})).not.toThrow();
  });

  it('gives every method an appearance of its own', () => {
    const looks = methods.map((method) => JSON.stringify(appearanceOf(method)));
    expect(new Set(looks).size).toBe(methods.length);
    expect(() => appearanceOf({ ...methods[0] } as Method)).toThrow(RangeError);
  });

  it('gives the settings of one method one colour and marker, and a line pattern each', () => {
    const entries = ['a', 'b', 'c'].map((label, i) => ({ label, methodId: i === 1 ? 'lda' : 'pca' }));
    const looks = appearancesOf(entries);
    const { dash, ...rest } = appearanceOf(findMethod('pca')!);
    expect(looks.get('a')).toEqual({ ...rest, dash });
    expect(looks.get('b')).toEqual(appearanceOf(findMethod('lda')!));
    expect(looks.get('c')).toMatchObject(rest);
    expect(looks.get('c')!.dash).not.toEqual(dash);
    expect(() => appearancesOf([{ label: 'x', methodId: 'nope' }])).toThrow(RangeError);
  });

  it('names as many latent dimensions as a latent shape has entries', () => {
    for (const method of methods) {
      expect(method.latentNames).toHaveLength(method.largestLatent(8, 7, 10).length);
    }
  });
});
