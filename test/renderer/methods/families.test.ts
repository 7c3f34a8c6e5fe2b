import { describe, expect, it } from 'vitest';
import { methods } from '../../../src/core/methods/registry.ts';
import { subscriptParts } from '../../../src/renderer/methods/subscriptParts.ts';
import { familiesOf, presets, searched } from '../../../src/renderer/methods/families.ts';
import type { MethodInfo } from '../../../src/core/contract/methods.ts';

const infos = methods.map((method) => ({ ...method, demanding: method.demanding === true }) as unknown as MethodInfo);
const ids = (list: readonly MethodInfo[]): string[] => list.map(({ id }) => id);

describe('families of methods', () => {
  it('hold every method once, each family under a title of its own', () => {
    const families = familiesOf(infos);
    expect(families.flatMap((family) => ids(family.methods)).sort()).toEqual(ids(infos).sort());
    const declared = new Set(infos.map(({ family }) => family));
    expect(families).toHaveLength(declared.size);
    expect(families.filter(({ title }) => declared.has(title as MethodInfo['family']))).toEqual([]);
  });

  it('are searched by every word, in names, families and descriptions', () => {
    expect(ids(searched(infos, 'fisherfaces'))).toEqual(['lda']);
    expect(ids(searched(infos, 'MIXTURES mvfa'))).toEqual(['mmvfa']);
    expect(searched(infos, 'no such method')).toEqual([]);
    expect(searched(infos, ' ')).toHaveLength(infos.length);
  });

  it('have presets: five of the ORL study, the bilinear methods, those that are quick', () => {
    const [five, bilinear, quick] = presets.map(({ has }) => ids(infos.filter(has)));
    expect(five).toEqual(['pca', 'ppca', '2dpca', 'glram', 'bppca']);
    expect(bilinear).toEqual(ids(infos.filter(({ family }) => family === 'bilinear')));
    expect(quick.length + infos.filter(({ demanding }) => demanding).length).toBe(infos.length);
    expect(quick).not.toContain('phopca-t');
  });
});

describe('formulas of methods', () => {
  it.each(methods.map((method) => [method.id, method.formula] as const))(
    '%s: has one without loose signs',
    (_, formula) => {
      expect(formula.length).toBeGreaterThan(10);
      const parts = subscriptParts(formula);
      expect(parts.map(({ text }) => text).join('')).toBe(formula.replaceAll('_', ''));
      expect(parts.filter(({ text }) => text.includes('_'))).toEqual([]);
    },
  );

  it('have subscripts of letters, of numbers and of one more', () => {
    const subs = (text: string) => subscriptParts(text).flatMap(({ text: part, sub }) => (sub ? [part] : []));
    expect(subs('U_rᵀ X_n')).toEqual(['r', 'n']);
    expect(subs('x_t+1 − x_t + ε_t')).toEqual(['t+1', 't', 't']);
    expect(subs('Φ_0 σ_r² S_ij')).toEqual(['0', 'r', 'ij']);
  });
});
