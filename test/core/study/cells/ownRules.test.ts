import { describe, expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const likelihood = { identification: 'likelihood' };
const methods: StudySpecInput['methods'] = [
  { method: 'pca' },
  { method: 'plda', settings: likelihood },
  { method: 'emlda', label: 'EM-LDA, likelihood', settings: likelihood },
  { method: 'emlda' },
];

function footerOf(change: Partial<StudySpecInput>): string {
  const spec = smallSpec({ methods, ...change });
  return summariseStudy(planCells(planStudy(spec), facts), new Map()).footer.join(' ');
}

describe('The footer of a table', () => {
  const sentence = 'PLDA and EM-LDA, likelihood each decide by the greatest likelihood under its own model instead.';

  it('names the methods that identify by their own likelihood, not by the classifier', () => {
    expect(footerOf({})).toContain(sentence);
    expect(footerOf({ methods: [{ method: 'emlda' }] })).not.toContain(' instead.');
  });

  it('names none where their rule is left aside: one model a subject, or a model of other subjects', () => {
    expect(footerOf({ classifier: { kind: 'likelihood' } })).not.toContain(' instead.');
    const gallery = { kind: 'gallery' as const, worldSubjects: 2, galleryPerSubject: [1], repeats: 2 };
    expect(footerOf({ protocol: gallery })).not.toContain(' instead.');
  });
});
