import { describe, expect, it } from 'vitest';
import { appearanceOf, appearancesOf, COLOURS, type Appearance } from '../../../src/core/methods/appearance.ts';
import { IMPORTED } from '../../../src/core/methods/importedMethod.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { contrast } from '../../../src/core/figures/charts/colourScale.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';

/** Colour on light ground and marker of the methods. */
const PUBLISHED = {
  pca: '#0072B2 circle',
  ppca: '#C27A00 circle',
  '2dpca': '#008A65 rect',
  glram: '#D55E00 rect',
  bppca: '#C0588F rect',
  psopca: '#2B93CF rect',
  mvfa: '#8C8400 rect',
  fpca: '#1C1C1A rect',
  'phopca-1': '#7748C4 rect',
  'phopca-1-left': '#9C1540 rect',
  '2dpca-left': '#8A5A2B rect',
  '2dsvd': '#0F6E84 rect',
  'glram-pca': '#0072B2 rect hollow',
  'mvfa-pixels': '#C27A00 rect hollow',
  'mvfa-additive': '#008A65 rect hollow',
  mphopca: '#D55E00 cross hollow',
  mmvfa: '#C0588F cross hollow',
  'phopca-3': '#2B93CF triangle hollow',
  'phopca-1-tensor': '#8C8400 triangle hollow',
  'phopca-t': '#1C1C1A rect hollow',
  'phopca-fa': '#7748C4 rect hollow',
  lda: '#7748C4 rectRot',
  fklda: '#8A5A2B rectRot hollow',
  empca: '#0F6E84 circle hollow',
  emepca: '#0F6E84 circle',
  gha: '#8C8400 circle',
  coupled: '#008A65 circle',
  lpp: '#9C1540 star',
  sfa: '#C0588F star',
  emlda: '#2B93CF star',
  emlpp: '#8C8400 star',
  fields: '#1C1C1A star',
  plda: '#D55E00 rectRot hollow',
  ioffe: '#9C1540 rectRot',
  emsfa: '#8A5A2B star',
  unifiedml: '#0F6E84 star',
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
    const looks = methods.map(appearanceOf).map(({ light, marker, fill }) => `${light} ${marker} ${fill}`);
    expect(new Set(looks).size).toBe(methods.length);
    expect(new Set(methods.map(({ appearance }) => appearance.index)).size).toBe(methods.length);
  });

  it('keeps the appearance that published figures have, wherever a method stands in the list', () => {
    for (const [id, look] of Object.entries(PUBLISHED)) {
      const { light, marker, fill } = appearanceOf(findMethod(id)!);
      expect(`${id}: ${light} ${marker}${fill === 'full' ? '' : ' hollow'}`).toBe(`${id}: ${look}`);
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

  it('gives up to twelve rows of a study a colour and a marker each, up to 144 a pair of both, whatever they are', () => {
    const ids = [...methods.map(({ id }) => id), IMPORTED];
    const random = stream('appearances');
    for (let trial = 0; trial < 300; trial++) {
      const count = 1 + random.integer(trial % 2 === 0 ? 12 : 144);
      // A third of all studies are settings of few methods.
      const pool = trial % 3 === 0 ? ids.slice(0, 2) : ids;
      const rows = Array.from({ length: count }, (_, n) => ({
        label: `row ${n}`,
        methodId: pool[random.integer(pool.length)],
      }));
      const looks = [...appearancesOf(rows)];
      expect(looks.map(([label]) => label)).toEqual(rows.map(({ label }) => label));
      const different = (of: (look: Appearance) => string): number => new Set(looks.map(([, one]) => of(one))).size;
      expect(different((one) => `${one.light} ${one.marker} ${one.fill}`)).toBe(count);
      if (count > 12) continue;
      expect(different(({ light }) => light)).toBe(count);
      expect(different(({ dark }) => dark)).toBe(count);
      expect(different(({ marker, fill }) => `${marker} ${fill}`)).toBe(count);
    }
    expect(() => appearancesOf([{ label: 'x', methodId: 'nope' }])).toThrow(RangeError);
  });

  it('lets the first row of a method look as declared where no earlier one does, variants after all of them', () => {
    const entries = ['pca', 'pca', 'lda', 'glram'].map((methodId, n) => ({ label: `${methodId} ${n}`, methodId }));
    const looks = appearancesOf(entries);
    for (const label of ['pca 0', 'lda 2', 'glram 3'])
      expect(looks.get(label)).toEqual(appearanceOf(findMethod(label.split(' ')[0])!));
    const own = looks.get('pca 0')!;
    // The same shape as far as there is one.
    expect(looks.get('pca 1')).toMatchObject({ marker: own.marker, fill: 'hollow' });
  });

  it('draws the unprojected baseline as a grey dash and a dashed line, which no other row has', () => {
    const looks = appearancesOf(['none', 'pca', 'none'].map((methodId, n) => ({ label: String(n), methodId })));
    const own = looks.get('0')!;
    expect(own.marker).toBe('dash');
    expect(own.dash.length).toBeGreaterThan(0);
    expect(COLOURS.map(({ light }) => light)).not.toContain(own.light);
    expect(looks.get('2')!.marker).not.toBe('dash');
  });

  it('has colours of at least 3:1 against surface and background of both themes', () => {
    const grounds = { light: ['#ffffff', '#fbfbfa'], dark: ['#1e2024', '#16171a'] } as const;
    const { light, dark } = appearanceOf(findMethod('none')!);
    for (const colour of [...COLOURS, { light, dark }])
      for (const theme of ['light', 'dark'] as const)
        for (const ground of grounds[theme]) expect(contrast(colour[theme], ground)).toBeGreaterThanOrEqual(3);
  });

  it('names as many latent dimensions as a latent shape has entries', () => {
    for (const method of methods) {
      expect(method.latentNames).toHaveLength(method.largestLatent(8, 7, 10).length);
    }
  });
});
