import { expect, it } from 'vitest';
import { BUILT_IN, networkProvenance } from '../../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../../src/core/networks/recipe.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { facts, smallSpec } from '../smallDataset.ts';

it('rows on vectors of a network say on what it was trained, and other rows say nothing of it', () => {
  const attachments = { deep: { hash: 'd', length: 4 }, own: { hash: 'o', length: 4 } };
  const methods = [
    { method: 'pca' },
    { method: 'none', label: 'Deep', features: ['deep'] },
    { method: 'none', label: 'Own', features: ['own'] },
  ];
  const spec = smallSpec({ methods });
  const plan = planStudy(spec, facts, { ...facts, attachments });
  const origin = {
    file: BUILT_IN,
    hash: 'ab'.repeat(32),
    recipe: builtInRecipe,
    marked: 0,
    coloured: false,
    runtime: 'r',
  };
  const vectors = { deep: networkProvenance(origin), own: 'own.npy' };
  const { footer } = summariseStudy(spec, plan, new Map(), undefined, undefined, undefined, vectors);
  expect(footer.filter((sentence) => sentence.includes('trained'))).toEqual([
    expect.stringMatching(/^Deep rests on a network that was trained elsewhere, on about three million photographs/),
  ]);
  const noisy = smallSpec({ methods, perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20] }] });
  const noisyPlan = planStudy(noisy, facts, { ...facts, attachments });
  const ofNoise = summariseStudy(noisy, noisyPlan, new Map(), undefined, undefined, undefined, vectors).footer;
  const perturbed = /^Networks see the pixels of perturbed images; faces are aligned by the positions in/;
  expect([footer, ofNoise].map((lines) => lines.filter((line) => perturbed.test(line)).length)).toEqual([0, 1]);
});
