import { describe, expect, it } from 'vitest';
import { appearanceOf, appearancesOf, COLOURS } from '../../../src/core/methods/appearance.ts';
import { IMPORTED } from '../../../src/core/methods/importedMethod.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';

/** Colour on light ground, marker and line pattern of the methods when indices were first declared. */
const PUBLISHED = {
  pca: '#0072B2 circle',
  ppca: '#E69F00 circle',
  '2dpca': '#009E73 rect',
  glram: '#D55E00 rect',
  bppca: '#CC79A7 rect',
  psopca: '#56B4E9 rect',
  mvfa: '#F0E442 rect',
  fpca: '#000000 rect',
  'phopca-1': '#0072B2 rect 6-3',
  'phopca-1-left': '#E69F00 rect 6-3',
  '2dpca-left': '#009E73 rect 6-3',
  '2dsvd': '#D55E00 rect 6-3',
  'glram-pca': '#CC79A7 rect 6-3',
  'mvfa-pixels': '#56B4E9 rect 6-3',
  'mvfa-additive': '#F0E442 rect 6-3',
  mphopca: '#000000 cross 6-3',
  mmvfa: '#0072B2 cross 2-2',
  'phopca-3': '#E69F00 triangle 2-2',
  'phopca-1-tensor': '#009E73 triangle 2-2',
  'phopca-t': '#D55E00 rect 2-2',
  'phopca-fa': '#CC79A7 rect 2-2',
  lda: '#56B4E9 rectRot 2-2',
  fklda: '#F0E442 rectRot 2-2',
  empca: '#000000 circle 2-2',
  emepca: '#0072B2 circle 8-3-2-3',
  gha: '#E69F00 circle 8-3-2-3',
  coupled: '#009E73 circle 8-3-2-3',
  lpp: '#D55E00 star 8-3-2-3',
  sfa: '#CC79A7 star 8-3-2-3',
  emlda: '#56B4E9 star 8-3-2-3',
  emlpp: '#F0E442 star 8-3-2-3',
  fields: '#000000 star 8-3-2-3',
  plda: '#0072B2 rectRot',
  ioffe: '#E69F00 rectRot',
  emsfa: '#009E73 star',
  unifiedml: '#D55E00 star',
};

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
    // Without the line pattern, which tables and diagrams of ranks do not show.
    const looks = methods.map(appearanceOf).map(({ light, marker, fill }) => `${light} ${marker} ${fill}`);
    expect(new Set(looks).size).toBe(methods.length);
    expect(new Set(methods.map(({ appearance }) => appearance.index)).size).toBe(methods.length);
  });

  it('keeps the appearance that published figures have, wherever a method stands in the list', () => {
    for (const [id, look] of Object.entries(PUBLISHED)) {
      const { light, marker, dash } = appearanceOf(findMethod(id)!);
      expect(`${id}: ${light} ${marker} ${dash.join('-')}`.trim()).toBe(`${id}: ${look}`);
    }
  });

  it('has a rule of its own where a method offers identification by likelihood, and applies it then only', () => {
    for (const method of methods) {
      const offers = method.parameters.some(({ name }) => name === 'identification');
      expect(`${method.id}: ${method.ownRule !== undefined}`).toBe(`${method.id}: ${offers}`);
      expect(method.ownRule?.applies(resolveSettings(method, {})) ?? false).toBe(false);
      if (offers) {
        expect(method.ownRule!.applies(resolveSettings(method, { identification: 'likelihood' }))).toBe(true);
      }
    }
  });

  it('says which settings estimate missing pixels', () => {
    const psopca = findMethod('psopca')!;
    expect(psopca.estimatesMissing!(resolveSettings(psopca, {}))).toBe(true);
    expect(psopca.estimatesMissing!(resolveSettings(psopca, { noise: 'zero' }))).toBe(false);
    for (const method of methods) if (method.estimatesMissing) expect(method.impute).toBeDefined();
  });

  it('gives each setting of one method a marker and a line pattern of its own, in its colour', () => {
    const entries = ['a', 'b', 'c'].map((label, i) => ({ label, methodId: i === 1 ? 'lda' : 'pca' }));
    const looks = appearancesOf(entries);
    const own = appearanceOf(findMethod('pca')!);
    expect([...looks.keys()]).toEqual(['a', 'b', 'c']);
    expect(looks.get('a')).toEqual(own);
    expect(looks.get('b')).toEqual(appearanceOf(findMethod('lda')!));
    expect(looks.get('c')).toMatchObject({ light: own.light, dark: own.dark, marker: own.marker, fill: 'hollow' });
    expect(looks.get('c')!.dash).not.toEqual(own.dash);
    expect(() => appearancesOf([{ label: 'x', methodId: 'nope' }])).toThrow(RangeError);
  });

  it('gives as many methods of a study as there are colours one each, the declared one where no earlier method has it', () => {
    const of = (ids: readonly string[]) => {
      const looks = appearancesOf(ids.map((id) => ({ label: id, methodId: id })));
      return new Map([...looks].map(([id, { light }]) => [id, light]));
    };
    const declared = (id: string): string => appearanceOf(findMethod(id)!).light;
    const colliding = methods.filter(({ id }) => declared(id) === declared('pca') && id !== IMPORTED);
    const ids = colliding.map(({ id }) => id).slice(0, COLOURS.length - 1);
    expect(new Set(of([...ids, 'bppca']).values()).size).toBe(ids.length + 1);
    expect(of([...ids, 'bppca']).get('bppca')).toBe(declared('bppca'));
    expect(of(['bppca', ...ids]).get(ids[0])).toBe(declared(ids[0]));
    // More cannot: each looks as it declares.
    const many = methods.slice(0, COLOURS.length + 1).map(({ id }) => id);
    expect([...of(many)]).toEqual(many.map((id) => [id, declared(id)]));
    expect([...of(['pca', 'ppca', 'bppca'])]).toEqual(['pca', 'ppca', 'bppca'].map((id) => [id, declared(id)]));
  });

  it('gives methods that were computed elsewhere a colour and a marker each, that of none here', () => {
    const rows = ['ArcFace', 'FaceNet', 'VGG', 'eyes', 'SIFT', 'LBP'].map((label) => ({
      label,
      methodId: 'elsewhere',
    }));
    const own = methods.map(({ id }) => ({ label: id, methodId: id }));
    const looks = appearancesOf([...own, ...rows]);
    const found = rows.map(({ label }) => looks.get(label)!);
    expect(new Set(found.map(({ light }) => light)).size).toBe(rows.length);
    expect(new Set(found.map(({ marker }) => marker)).size).toBe(rows.length);
    const all = [...looks.values()].map(({ light, marker, fill }) => `${light} ${marker} ${fill}`);
    expect(new Set(all).size).toBe(own.length + rows.length);
    for (const method of methods) expect(looks.get(method.id)).toEqual(appearanceOf(method));
  });

  it('gives no two entries of a study the same colour, marker and fill, and no method that of a variant', () => {
    const variants = Array.from({ length: 40 }, (_, i) => ({ label: `PCA ${i}`, methodId: 'pca' }));
    const entries = [...variants, ...methods.map(({ id }) => ({ label: id, methodId: id }))];
    const looks = appearancesOf(entries.filter(({ label }) => label !== 'pca'));
    const keys = [...looks.values()].map(({ light, marker, fill }) => `${light} ${marker} ${fill}`);
    expect(new Set(keys).size).toBe(39 + methods.length);
    for (const method of methods.filter(({ id }) => id !== 'pca')) {
      expect(looks.get(method.id)).toEqual(appearanceOf(method));
    }
  });

  it('names as many latent dimensions as a latent shape has entries', () => {
    for (const method of methods) {
      expect(method.latentNames).toHaveLength(method.largestLatent(8, 7, 10).length);
    }
  });
});
