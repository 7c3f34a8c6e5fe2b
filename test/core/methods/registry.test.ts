import { describe, expect, it } from 'vitest';
import { appearanceOf } from '../../../src/core/methods/appearance.ts';
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

  it('names as many latent dimensions as a latent shape has entries', () => {
    for (const method of methods) {
      expect(method.latentNames).toHaveLength(method.largestLatent(8, 7, 10).length);
    }
  });
});
