import { describe, expect, it } from 'vitest';
import { figureSpecSchema } from '../../../../src/core/figures/registry.ts';
import {
  engineFigure,
  figureChoices,
  hiddenAtFirst,
  kindChoices,
} from '../../../../src/renderer/study/curves/curveFigures.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';

const study = fakeStudy(1);
const curves = fakeResults(study).curves.filter(({ condition }) => condition === 'k=2');
const shown = { condition: 'k=2', labels: ['PCA'], measure: 'accuracy', selection: 'validated' } as const;
const own = { axis: 'codes', scale: 'log', range: 'near', shapes: 'square', spread: 'bars' };

/** Those of a list that are expected, in the order of the list: other kinds of figures may stand between them. */
const among = (list: readonly string[], expected: readonly string[]) =>
  list.filter((title) => expected.includes(title));

describe('figures of a study', () => {
  it('are curves and the grids of bilinear methods, and the characteristics that it measures', () => {
    const titles = (measures: typeof study.spec.measures): string[] =>
      figureChoices(curves, { ...study.spec, measures }, true).map(({ title }) => title);
    const first = ['Curves', 'Against training images per subject, k', 'Against computing time', 'Repeats'];
    const last = ['2DPCA grid', 'GLRAM grid', 'BPPCA grid'];
    const plain = [...first, ...last, 'Reconstructions'];
    const measured = [...first, 'Cumulative match', 'ROC', ...last, 'Reconstructions'];
    expect(among(titles(undefined), measured)).toEqual(plain);
    expect(among(titles(['identification', 'verification']), measured)).toEqual(measured);
  });

  it('begin with the ROC curve where pairs are compared, and rank methods where there are several', () => {
    const pairs = {
      ...study.spec,
      protocol: { kind: 'pairs', folds: 5 } as const,
      measures: ['verification'] as const,
    };
    const kinds = (compares: boolean) => figureChoices(curves, pairs, compares).map(({ kind }) => kind);
    expect(kinds(true)[0]).toBe('roc');
    expect([kinds(true).includes('ranks'), kinds(false).includes('ranks')]).toEqual([true, false]);
  });

  it('are asked of the engine as they are seen, in specs that it accepts', () => {
    const chosen = figureChoices(curves, { ...study.spec, measures: ['identification'] }, true);
    const specs = chosen.map((choice) => engineFigure(choice, shown, own));
    const ofKind = (kind: string) => specs.find((spec) => spec.kind === kind);
    expect(ofKind('curves')).toMatchObject({
      axis: 'codes',
      measure: 'accuracy',
      labels: ['PCA'],
      shapes: 'square',
    });
    expect(ofKind('conditions')).toMatchObject({ axis: 'training', selection: 'validated', spread: 'bars' });
    expect(ofKind('time')).toMatchObject({ condition: 'k=2', labels: ['PCA'], selection: 'validated' });
    expect(ofKind('repeats')).toMatchObject({ condition: 'k=2', labels: ['PCA'], measure: 'accuracy' });
    expect(ofKind('cmc')).toMatchObject({ selection: 'validated', labels: ['PCA'] });
    for (const spec of specs) expect(figureSpecSchema.safeParse(spec).error).toBeUndefined();
  });

  it('are chosen by kind, which has the title of its one figure or, of several, its own', () => {
    const { perturbations, ...spec } = study.spec;
    const noisy = [...(perturbations ?? []), { kind: 'gaussian-noise' as const, sigma: [10, 20], on: 'test' as const }];
    const titles = (of: typeof study.spec) => kindChoices(figureChoices(curves, of, true)).map(({ title }) => title);
    const others = ['Against computing time', 'Repeats', 'Grid', 'Reconstructions'];
    const one = ['Curves', 'Against training images per subject, k', ...others];
    const several = ['Curves', 'Conditions', ...others];
    expect(among(titles(spec), [...one, ...several])).toEqual(one);
    expect(among(titles({ ...spec, perturbations: noisy }), [...one, ...several])).toEqual(several);
  });

  it('do without what only other figures offer, such as a band around the best curve', () => {
    const chosen = figureChoices(curves, study.spec, true);
    const ofKind = (kind: string) =>
      engineFigure(
        chosen.find((one) => one.kind === kind)!,
        shown,
        { spread: 'best' },
      );
    expect(ofKind('curves')).toMatchObject({ spread: 'best' });
    expect(figureSpecSchema.parse(ofKind('conditions'))).toMatchObject({ spread: 'bars' });
  });

  it('are grids of the measure that is shown', () => {
    const grid = figureChoices(curves, study.spec, true).find(({ title }) => title === '2DPCA grid')!;
    expect(engineFigure(grid, shown, own)).toMatchObject({ kind: 'heat-map', label: '2DPCA', measure: 'accuracy' });
  });
});

describe('the methods of a chart at first', () => {
  it('are all of six, and the best five of more, with the reference and the selected', () => {
    const labels = Array.from({ length: 24 }, (_, n) => `method ${n}`);
    expect(hiddenAtFirst(labels.slice(0, 6), []).size).toBe(0);
    expect([...hiddenAtFirst(labels, [])]).toEqual(labels.slice(5));
    const hidden = hiddenAtFirst(labels, ['method 23', 'method 0', 'not in the study']);
    expect(labels.filter((label) => !hidden.has(label))).toEqual([...labels.slice(0, 5), 'method 23']);
  });
});
