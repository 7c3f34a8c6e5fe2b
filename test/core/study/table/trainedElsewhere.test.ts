import { describe, expect, it } from 'vitest';
import { BUILT_IN, networkProvenance } from '../../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../../src/core/networks/recipe.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { treatment } from '../../../../src/core/study/table/footerNumbers.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const provenanceOf = (file: string) =>
  networkProvenance({
    ...{ file, hash: 'ab'.repeat(32), recipe: builtInRecipe },
    ...{ marked: 0, coloured: false, runtime: 'r' },
  });
const of = (source: string) => ({ source, length: 4 });
const vectors = { deep: of(provenanceOf(BUILT_IN)), theirs: of(provenanceOf('face.onnx')), own: of('own.npy') };
const attachments = Object.fromEntries(Object.keys(vectors).map((name) => [name, { hash: name, length: 4 }]));
const rowOn = (name: string, label: string) => ({ method: 'none', label, features: [name] });

/** What the footer says of networks. */
function sentencesOf(change: Partial<StudySpecInput>): string[] {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), { ...facts, attachments });
  const { footer } = summariseStudy(plan, new Map(), undefined, { vectors });
  return footer.filter((sentence) => /trained|Networks/.test(sentence));
}

const BUILT_IN_TRAINING =
  "the descriptors of dlib's face-recognition network (8-bit weights), which was trained elsewhere, on about three " +
  'million photographs of some 7,500 people from the web (FaceScrub, VGG Face and others), possibly including people of ' +
  'this dataset.';
const OTHER_TRAINING =
  'the descriptors of the network face.onnx, which was trained elsewhere, on images that are not known here, possibly ' +
  'including people of this dataset.';

describe('rows on vectors of networks', () => {
  const [pca, own] = [{ method: 'pca' }, rowOn('own', 'Own')];

  it('say on what these were trained, those of one network together; other rows say nothing of it', () => {
    expect(sentencesOf({ methods: [pca, rowOn('deep', 'Deep'), own] })).toEqual([`Deep uses ${BUILT_IN_TRAINING}`]);
    expect(sentencesOf({ methods: [rowOn('deep', 'A'), rowOn('theirs', 'B'), rowOn('deep', 'C'), own, pca] })).toEqual([
      `A and C use ${BUILT_IN_TRAINING}`,
      `B uses ${OTHER_TRAINING}`,
    ]);
    expect(sentencesOf({ features: ['deep'], methods: [{ method: 'none' }] })).toEqual([
      `No projection uses ${BUILT_IN_TRAINING}`,
    ]);
    expect(sentencesOf({ methods: [pca, own] })).toEqual([]);
  });

  it('say what networks see of perturbed images, where there are both', () => {
    const perturbations = [{ kind: 'none' as const }, { kind: 'gaussian-noise' as const, sigma: [20] }];
    expect(sentencesOf({ methods: [pca, rowOn('deep', 'Deep')], perturbations })).toEqual([
      `Deep uses ${BUILT_IN_TRAINING}`,
      'Networks receive the perturbed pixels, aligned by the landmarks of the clean image.',
    ]);
    expect(sentencesOf({ methods: [pca, own], perturbations })).toEqual([]);
  });

  it('are not listed a second time as rows with features of their own, unless they have further steps', () => {
    const methods = [pca, rowOn('deep', 'Deep'), own, { ...rowOn('deep', 'Unit'), features: ['deep', 'unit-norm'] }];
    const said = treatment(planStudy(smallSpec({ methods } as never)), vectors).join(' ');
    expect(said).not.toContain('Deep uses');
    expect(said).toContain('Own uses');
    expect(said).toContain('Unit uses');
  });
});
