/** What a footer says of methods that decide, or score pairs, by a rule of their own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

/** The sentences on numbers and rules of a study that has not begun: those before the one on the split. */
function rulesOf(change: Partial<StudySpecInput>, measure: TableOptionsInput['measure'] = 'error-rate'): string[] {
  const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 }, ...change });
  const options = tableOptionsSchema.parse({ measure });
  const { footer } = summariseStudy(planCells(planStudy(spec), facts), new Map(), options);
  const split = footer.findIndex((sentence) => /^(k random training|Verification of all)/.test(sentence));
  return footer.slice(1, split);
}

const scoring = (id: string) => externalMethod(ownDeclaration({ id, title: id, can: ['score'] }), '0'.repeat(16), {});

beforeEach(() => registerExternal(['own', 'other'].map(scoring)));
afterEach(() => registerExternal([]));

const [pca, own, other] = ['pca', 'own', 'other'].map((method) => ({ method }));
const likelihood = { identification: 'likelihood' };
const plda = { method: 'plda', settings: likelihood };
const ioffe = { method: 'ioffe', label: 'Ioffe', settings: likelihood };
const over = 'mean ± sample standard deviation over 0 of 3 random splits.';

describe('a method with a rule of its own', () => {
  it('is named with its rule in tables of decisions, methods of one rule together', () => {
    const [errors, accuracy] = ['Error rate', 'Recognition rate'].map(
      (title) => `${title} of the nearest neighbour (%), ${over}`,
    );
    expect(rulesOf({ methods: [pca] })).toEqual([errors]);
    expect(rulesOf({ methods: [plda, pca] })).toEqual([
      errors,
      'PLDA decides by the greatest likelihood under its own model instead.',
    ]);
    expect(rulesOf({ methods: [plda, own, ioffe] }, 'accuracy')).toEqual([
      accuracy,
      'PLDA and Ioffe each decide by the greatest likelihood under its own model instead.',
      'own decides by its own scores instead.',
    ]);
  });

  it('is named in tables of scores if its rule gives any', () => {
    const measures = ['verification' as const];
    const start = [`Verification AUC, ${over}`, expect.stringMatching(/^Area under the ROC curve/)];
    const classifier = 'The classifier is the nearest neighbour.';
    expect(rulesOf({ methods: [plda, pca], measures }, 'verification-auc')).toEqual([...start, classifier]);
    expect(rulesOf({ methods: [plda, own, other], measures }, 'verification-auc')).toEqual([
      ...start,
      classifier,
      'own and other each decide by its own scores instead.',
    ]);
  });

  it('is not named in tables of what no rule enters', () => {
    const found = rulesOf({ methods: [own], measures: ['reconstruction'] }, 'rmse');
    expect(found).toEqual([
      `Reconstruction RMSE (grey levels), ${over}`,
      expect.stringMatching(/^Root of the mean squared difference/),
    ]);
  });

  it('is named in verification if it scores pairs', () => {
    const protocol = { kind: 'pairs' as const, folds: 2, developmentFolds: 0 };
    const wrongly = 'Wrongly decided pairs (%), mean ± sample standard deviation over 0 of 2 folds.';
    const distance = 'Pairs are scored by the negative squared distance between their codes: Euclidean (Frobenius).';
    expect(rulesOf({ protocol, methods: [plda, own] })).toEqual([
      wrongly,
      distance,
      'own scores pairs by its own score instead.',
    ]);
    expect(rulesOf({ protocol, methods: [own, pca, other] })).toEqual([
      wrongly,
      distance,
      'own and other each score pairs by its own score instead.',
    ]);
  });
});
