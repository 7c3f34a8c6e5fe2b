import { describe, expect, it } from 'vitest';
import { BUILT_IN, networkProvenance } from '../../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../../src/core/networks/recipe.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const provenanceOf = (file: string) =>
  networkProvenance({
    ...{ file, hash: 'ab'.repeat(32), recipe: builtInRecipe },
    ...{ marked: 0, coloured: false, runtime: 'r' },
  });
const vectors = { deep: provenanceOf(BUILT_IN), theirs: provenanceOf('face.onnx'), own: 'own.npy' };
const attachments = Object.fromEntries(Object.keys(vectors).map((name) => [name, { hash: name, length: 4 }]));
const rowOn = (name: string, label: string) => ({ method: 'none', label, features: [name] });

/** What the footer says of networks. */
function sentencesOf(change: Partial<StudySpecInput>): string[] {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), { ...facts, attachments });
  const { footer } = summariseStudy(plan, new Map(), undefined, { vectors: vectors });
  return footer.filter((sentence) => /trained|Networks/.test(sentence));
}

const BUILT_IN_TRAINING =
  'a network that was trained elsewhere, on about three million photographs of some 7,500 people on the web ' +
  '(FaceScrub, VGG Face and others), among which may be images of this dataset.';
const OTHER_TRAINING =
  'the network face.onnx, which was trained elsewhere, on what is not known here; images of this dataset may have ' +
  'been among it.';

describe('rows on vectors of networks', () => {
  const [pca, own] = [{ method: 'pca' }, rowOn('own', 'Own')];

  it('say on what these were trained, those of one network together; other rows say nothing of it', () => {
    expect(sentencesOf({ methods: [pca, rowOn('deep', 'Deep'), own] })).toEqual([`Deep rests on ${BUILT_IN_TRAINING}`]);
    expect(sentencesOf({ methods: [rowOn('deep', 'A'), rowOn('theirs', 'B'), rowOn('deep', 'C'), own, pca] })).toEqual([
      `A and C rest on ${BUILT_IN_TRAINING}`,
      `B rests on ${OTHER_TRAINING}`,
    ]);
    expect(sentencesOf({ features: ['deep'], methods: [{ method: 'none' }] })).toEqual([
      `No projection rests on ${BUILT_IN_TRAINING}`,
    ]);
    expect(sentencesOf({ methods: [pca, own] })).toEqual([]);
  });

  it('say what networks see of perturbed images, where there are both', () => {
    const perturbations = [{ kind: 'none' as const }, { kind: 'gaussian-noise' as const, sigma: [20] }];
    expect(sentencesOf({ methods: [pca, rowOn('deep', 'Deep')], perturbations })).toEqual([
      `Deep rests on ${BUILT_IN_TRAINING}`,
      'Networks receive the perturbed pixels, aligned by the landmarks of the clean image.',
    ]);
    expect(sentencesOf({ methods: [pca, own], perturbations })).toEqual([]);
  });
});
