import { describe, expect, it } from 'vitest';
import {
  compareStudies,
  type ComparedStudy,
  choiceTexts,
} from '../../../../src/core/study/comparison/compareStudies.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { identitiesOf } from '../../../../src/core/dataset.ts';
import { namedSplitHash, splitHash, splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

/** A study of the small dataset, computed here. */
function computed(change: Partial<StudySpecInput> = {}): ComparedStudy {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), facts);
  return {
    study: plan.study,
    datasetHash: facts.hash,
    identities: identitiesOf(facts).key,
    table: summariseStudy(plan, evaluateAll(spec, facts, data, plan)),
    splitHash(condition, repeat, by) {
      const split = splitOf(spec, facts, condition, repeat);
      return by === 'name' ? namedSplitHash(split, facts) : splitHash(split);
    },
  };
}

const protocol = (k: number[], repeats: number) => ({ kind: 'random', trainPerSubject: k, repeats }) as const;
const base: Partial<StudySpecInput> = {
  name: 'first',
  protocol: protocol([2, 3], 3),
  methods: [{ method: 'pca' }, { method: '2dpca' }],
};
const first = computed(base);

/** The values of one entry. */
function valuesOf(studies: readonly ComparedStudy[], label = 'PCA', condition = 'k = 2') {
  const { entries } = compareStudies(studies);
  return entries.find((entry) => entry.label === label && entry.condition === condition)!.values;
}

describe('studies side by side', () => {
  it('that are the same differ in nothing', () => {
    const { choices, entries } = compareStudies([first, computed({ ...base, name: 'again' })]);
    expect(choices.every(({ same }) => same)).toBe(true);
    expect(entries.map(({ label, condition }) => `${label}, ${condition}`)).toEqual([
      'PCA, k = 2',
      'PCA, k = 3',
      '2DPCA, k = 2',
      '2DPCA, k = 3',
    ]);
    for (const { values } of entries) {
      expect(values[0]!.difference).toBeNull();
      expect(values[1]).toEqual({ ...values[0], difference: { points: 0, reasons: [] } });
    }
  });

  it('with another seed have other splits: their error rates are not subtracted, but ranked', () => {
    const other = computed({ ...base, seed: 2 });
    expect(valuesOf([first, other])[1]!.difference).toEqual({ points: null, reasons: ['other splits', 'other seed'] });
    const { entries } = compareStudies([first, other]);
    for (const condition of ['k = 2', 'k = 3']) {
      for (const at of [0, 1]) {
        const values = entries.filter((entry) => entry.condition === condition).map(({ values: all }) => all[at]!);
        const lower = (mean: number) => values.filter((value) => value.mean < mean).length;
        const equal = (mean: number) => values.filter((value) => value.mean === mean).length;
        expect(values.map(({ rank }) => rank)).toEqual(values.map(({ mean }) => lower(mean) + (equal(mean) + 1) / 2));
      }
    }
  });

  it('with fewer repeats are compared over the repeats that both have', () => {
    const two = computed({ ...base, protocol: protocol([2, 3], 2), methods: [{ method: 'pca', latent: [1] }] });
    const [own, other] = valuesOf([first, two]);
    expect([own!.repeats, other!.repeats]).toEqual([3, 2]);
    const entry = (study: ComparedStudy) => study.table.rows[0].entries[0];
    const [a, b] = [entry(first).values, entry(two).values];
    expect(b.slice(0, 2)).not.toEqual(a.slice(0, 2));
    expect(other!.difference!.points).toBeCloseTo((b[0] - a[0] + b[1] - a[1]) / 2, 10);
    expect(other!.difference!.reasons).toEqual(['other latent shapes', '2 repeats instead of 3']);
  });

  it('are not paired where one repeat has another split', () => {
    const other = {
      ...first,
      splitHash: (condition: string, repeat: number, by: 'place' | 'name') =>
        repeat === 2 ? 'another' : first.splitHash(condition, repeat, by),
    };
    expect(valuesOf([first, other])[1]!.difference).toMatchObject({ points: null, reasons: ['other splits'] });
  });

  it('are paired on another form of the images with the same subjects and names', () => {
    const form = { ...first, datasetHash: 'equalised' };
    const differs = { points: 0, reasons: ['another form of the images'] };
    expect(valuesOf([first, form])[1]!.difference).toEqual(differs);
    const drawn = { ...computed({ ...base, draws: 'pixels' }), datasetHash: 'equalised' };
    expect(valuesOf([first, drawn])[1]!.difference).toMatchObject({
      points: null,
      reasons: ['another form of the images', 'other splits'],
    });
  });

  it('differ in nothing under conditions that they share where one has further ones', () => {
    const clean = computed({ ...base, perturbations: [{ kind: 'none' }] });
    const further = computed({ ...base, perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [5] }] });
    expect(valuesOf([clean, further])[1]!.difference).toEqual({ points: 0, reasons: [] });
  });

  it.each<[string, Partial<StudySpecInput>, string, string[]]>([
    ['features', { features: ['gradient-magnitude'] }, 'Features', ['other features']],
    ['a classifier', { classifier: { kind: 'nearest-mean' } }, 'Classifier', ['other classifier']],
    ['latent shapes', { methods: [{ method: 'pca', latent: [2, 3] }] }, 'Methods', ['other latent shapes']],
    [
      'a method behind the same name',
      { methods: [{ method: 'ppca', label: 'PCA' }] },
      'Methods',
      ['other method of that name', 'other settings'],
    ],
  ])('tell %s as the reason, and the choice that differs', (_, change, title, reasons) => {
    const studies = [first, computed({ ...base, ...change })];
    const { choices } = compareStudies(studies);
    expect(choices.filter(({ same }) => !same).map((choice) => choice.title)).toEqual([title]);
    expect(valuesOf(studies)[1]!.difference!.reasons).toEqual(expect.arrayContaining(reasons));
    expect(valuesOf(studies)[1]!.difference!.points).not.toBeNull();
  });

  it('of other images are never subtracted, whatever the splits are called', () => {
    const other = { ...first, datasetHash: 'of other images', identities: 'of other images' };
    expect(valuesOf([first, other])[1]!.difference).toMatchObject({ points: null, reasons: ['other images'] });
  });

  it('list only what two of them have, and what the first one lacks against the next', () => {
    const [second, third] = [
      computed({
        ...base,
        name: 'second',
        methods: [{ method: 'lda' }, { method: 'pca' }],
        protocol: protocol([2], 3),
      }),
      computed({ ...base, name: 'third', methods: [{ method: 'lda' }], protocol: protocol([2], 3) }),
    ];
    const { entries } = compareStudies([first, second, third]);
    expect(entries.map(({ label, condition }) => `${label}, ${condition}`)).toEqual(['PCA, k = 2', 'LDA, k = 2']);
    expect(entries[1].values[0]).toBeNull();
    expect(entries[1].values.map((value) => value?.difference?.points)).toEqual([undefined, undefined, 0]);
  });

  it('have different texts where they choose differently', () => {
    const [a, b] = [
      { train: [0, 1], test: [2, 3] },
      { train: [0, 2], test: [1, 3] },
    ].map(({ train, test }) => {
      const spec = { ...first.study.spec, protocol: { kind: 'explicit' as const, splits: [{ train, test }] } };
      return { ...first, study: planStudy(spec), table: { ...first.table, rows: [] } } as ComparedStudy;
    });
    const splits = compareStudies([a, b]).choices.find(({ title }) => title === 'Splits')!;
    expect(splits.same).toBe(false);
    expect(splits.texts[0]).not.toBe(splits.texts[1]);
  });
});

const HASH = '0123456789abcdef';
const of = (change: Partial<StudySpecInput>) =>
  Object.fromEntries(choiceTexts(planStudy(smallSpec(change)), HASH).map(({ title, text }) => [title, text]));
/** The titles of what is another choice than that of the small study. */
const otherThan = (change: Partial<StudySpecInput>, hash = HASH): string[] => {
  const plain = choiceTexts(planStudy(smallSpec()), HASH);
  return choiceTexts(planStudy(smallSpec(change)), hash)
    .filter(({ identity }, at) => identity !== plain[at].identity)
    .map(({ title }) => title);
};

describe('what a spec says of its choices', () => {
  it('is a text for each, in the order of the form', () => {
    expect(
      Object.entries(of({ methods: [{ method: 'pca' }, { method: 'lpp', settings: { neighbours: [2, 3] } }] })),
    ).toEqual([
      ['Dataset', 'small (01234567)'],
      ['Images', 'all'],
      ['Splits', 'k = 2 and 3 at random, 3 repeats'],
      ['Seed', '7'],
      ['Conditions', 'images as they are'],
      ['Features', 'grey values'],
      ['Methods', 'PCA, LPP'],
      ['Classifier', 'Nearest neighbour'],
      ['Measures', 'Error rate, Recognition rate, Iterations, Converged fits'],
      ['Validated shapes', 'no'],
      ['Test', expect.stringMatching(/resampled t.*, α = 0\.05$/)],
    ]);
  });

  it('names what is chosen otherwise', () => {
    const noise = [{ kind: 'none' as const }, { kind: 'gaussian-noise' as const, sigma: [20] }];
    expect(
      of({ subset: { images: [0, 1, 2, 3, 5, 6] }, features: ['equalise', 'unit-norm'], perturbations: noise }),
    ).toMatchObject({
      Images: '{"images":[0,1,2,3,5,6]}',
      Features: 'histogram equalisation, unit norm',
      Conditions: expect.stringMatching(/^as they are, .*20/),
    });
    const chosen = (selection: StudySpecInput['selection']) => of({ selection })['Validated shapes'];
    expect([1, 3].map((innerSplits) => chosen({ innerSplits }))).toEqual(['1 inner split', '3 inner splits']);
    const pairs = { kind: 'pairs' as const, folds: 2, developmentFolds: 0 };
    expect(of({ protocol: pairs, selection: { innerSplits: 0, on: 'development' } })['Validated shapes']).toBe(
      'on development pairs',
    );
  });

  it('says of the test its correction, its family where that is the whole table, its level and its baseline', () => {
    const test = (comparison: StudySpecInput['comparison']) => of({ comparison }).Test;
    const asked = { test: 'welch', correction: 'holm', alpha: 0.01 } as const;
    expect(test({ ...asked, family: 'condition' })).toBe('Two-sample t, Welch, Holm, α = 0.01');
    expect(test({ ...asked, family: 'table', baseline: 'PCA' })).toBe(
      'Two-sample t, Welch, Holm, over the whole table, α = 0.01, against PCA',
    );
  });
});

describe('the identity of a choice', () => {
  it('is the same whatever says nothing of it, and another where the choice is', () => {
    expect(otherThan({ name: 'other', features: [] })).toEqual([]);
    expect(otherThan({}, 'other')).toEqual(['Dataset']);
    expect(otherThan({ seed: 8 })).toEqual(['Seed']);
    expect(otherThan({ features: ['unit-norm'] })).toEqual(['Features']);
    expect(otherThan({ measures: ['verification'] })).toEqual(['Measures']);
    expect(otherThan({ selection: { innerSplits: 2 } })).toEqual(['Validated shapes']);
    expect(otherThan({ classifier: { kind: '1nn', metric: 'cosine' } })).toEqual(['Classifier']);
    expect(otherThan({ comparison: { alpha: 0.01 } })).toEqual(['Test']);
    expect(otherThan({ subset: { images: [0, 1, 2, 3, 5, 6] } })).toEqual(['Images']);
    expect(otherThan({ perturbations: [{ kind: 'none' }] })).toEqual(['Conditions']);
    expect(otherThan({ methods: [{ method: 'pca' }, { method: 'glram', latent: { qc: [1], qr: [2] } }] })).toEqual([
      'Methods',
    ]);
  });
});
