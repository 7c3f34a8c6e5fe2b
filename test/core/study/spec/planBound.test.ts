/** Specs of millions of cells, or of many thousands of splits, are answered at once. */
import { describe, expect, it } from 'vitest';
import { checkSpec, MAX_CELLS } from '../../../../src/core/study/spec/check.ts';
import { planSize } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { studySpecSchema, type StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { splitOf, trainSizes } from '../../../../src/core/study/plan/splits.ts';
import { splitCount } from '../../../../src/core/study/spec/conditions.ts';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';

/** Subjects with these numbers of images. */
function facts(counts: readonly number[]): DatasetFacts {
  const labels = Int32Array.from(counts.flatMap((count, subject) => Array<number>(count).fill(subject)));
  return {
    name: 'faces',
    hash: 'ab',
    rows: 20,
    cols: 20,
    labels,
    subjects: counts.map((_, subject) => `s${subject}`),
    attributes: Array.from(labels, () => ({})),
  };
}
const spec = (protocol: StudySpecInput['protocol'], change: Partial<StudySpecInput> = {}) =>
  studySpecSchema.parse({ name: 'x', dataset: 'faces', methods: [{ method: 'pca' }], protocol, ...change });

const forty = facts(Array<number>(40).fill(10));

describe('a spec of too many cells', () => {
  const methods = Array.from({ length: 112 }, (_, i) => ({ method: 'pca', label: `p${i}`, latent: [i + 1] }));

  it('is refused with the numbers, before anything else is looked at', () => {
    const huge = spec({ kind: 'random', trainPerSubject: [1, 2, 3, 4, 5, 6, 7, 8, 9], repeats: 10_000 }, { methods });
    expect(checkSpec(huge, forty)).toEqual({
      problems: [
        {
          path: 'protocol',
          message:
            'protocol: 9 conditions, 10,000 repeats and 112 methods make 10,080,000 cells; a study has at most 200,000. ' +
            'Take fewer repeats, or several studies.',
        },
      ],
      warnings: [],
    });
  });

  it('is allowed up to the limit', () => {
    const largest = spec({ kind: 'k-fold', folds: 20, repeats: 10_000 });
    expect(checkSpec(largest, forty).problems).toEqual([]);
    expect(planSize(planStudy(largest), forty).cells).toBe(MAX_CELLS);
  });
});

describe('the sizes of training sets', () => {
  const uneven = facts([1, 2, 7, 3, 9, 4, 4]);
  it.each([
    ['k-fold', { kind: 'k-fold', folds: 4, repeats: 9 }, uneven],
    ['gallery', { kind: 'gallery', worldSubjects: 3, galleryPerSubject: [1], repeats: 12 }, facts([2, 5, 7, 3, 9, 4])],
    [
      'gallery of equal subjects',
      { kind: 'gallery', worldSubjects: 3, galleryPerSubject: [1], repeats: 12 },
      facts([4, 4, 4, 4, 4]),
    ],
    ['leave one out', { kind: 'leave-one-out' }, facts([2, 3, 4])],
  ] as const)('of %s are those of every repeat', (_, protocol, dataset) => {
    const study = spec(protocol as unknown as StudySpecInput['protocol']);
    const [condition] = planSize(planStudy(study), dataset).conditions;
    const every = new Set<string>();
    for (let repeat = 1; repeat <= splitCount(study, dataset); repeat++) {
      const { train } = splitOf(study, dataset, condition.key, repeat);
      every.add(`${train.length} ${new Set(Array.from(train, (n) => dataset.labels[n])).size}`);
    }
    const sizes = trainSizes(study, dataset, condition.key).map(({ images, subjects }) => `${images} ${subjects}`);
    expect(new Set(sizes)).toEqual(every);
  });

  it('and its warnings are counted over all draws of the folds', () => {
    // The one image of subject 0 is held out once per draw.
    const { warnings } = checkSpec(spec({ kind: 'k-fold', folds: 4, repeats: 50 }), uneven);
    expect(warnings.slice(0, 3).every((text) => /^Split \d+ tests subject "s0"/.test(text))).toBe(true);
    expect(warnings[3]).toBe('So do 47 other splits.');
  });
});
