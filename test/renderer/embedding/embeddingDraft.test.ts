import { describe, expect, it } from 'vitest';
import {
  embeddedMethod,
  embeddingsOf,
  firstDraft,
  secondsToEmbed,
} from '../../../src/renderer/embedding/embeddingDraft.ts';
import { fakeDatasets, fakeMethods } from '../fakeData.ts';

describe('What the form of embeddings says', () => {
  const infos = new Map(fakeMethods.map((info) => [info.id, info]));
  const [first] = fakeMethods;
  const [dataset] = fakeDatasets;
  const draft = { ...firstDraft(dataset, infos), methods: [embeddedMethod(first)] };

  it('is one computation a method and noise level, levels that are named twice once', () => {
    const { specs, problems } = embeddingsOf({ ...draft, noise: '0, 25.5 0', every: '2', seed: '7' }, infos);
    expect(problems).toEqual([]);
    expect(specs.map(({ method, noise, every, seed }) => [method, noise, every, seed])).toEqual([
      [first.id, 0, 2, 7],
      [first.id, 25.5, 2, 7],
    ]);
  });

  it('is nothing while a field says nothing, and each is named', () => {
    const [entry] = draft.methods;
    const wrong = {
      dataset: 1,
      methods: [{ ...entry, latent: ['two'] }],
      noise: '-1',
      every: '0',
      seed: '',
    };
    const { specs, problems } = embeddingsOf(wrong, infos);
    expect(specs).toEqual([]);
    expect(problems.map(({ path }) => path)).toEqual(['noise', 'every', 'seed', `methods.${entry.key}.latent.0`]);
    expect(embeddingsOf({ ...draft, methods: [] }, infos).problems.map(({ path }) => path)).toEqual(['methods']);
  });

  it('begins with PCA beside LDA where there are subjects, with LPP beside EM-LPP for a sequence', () => {
    const known = new Map(['pca', 'lda', 'lpp', 'emlpp'].map((id) => [id, { ...first, id }] as const));
    const methods = (subjects: number) =>
      firstDraft({ ...dataset, subjects }, known).methods.map(({ method }) => method);
    expect(methods(40)).toEqual(['pca', 'lda']);
    expect(methods(1)).toEqual(['lpp', 'emlpp']);
  });

  it('takes as many images of a large dataset as an embedding may have', () => {
    expect(firstDraft({ ...dataset, count: 25_000 }, infos).every).toBe('3');
    expect(firstDraft({ ...dataset, count: 10_000 }, infos).every).toBe('1');
  });

  it('takes longer for more images and pixels', () => {
    expect(secondsToEmbed({ count: 400, rows: 112, cols: 92 })).toBeLessThan(2);
    expect(secondsToEmbed({ count: 10_000, rows: 28, cols: 28 })).toBeGreaterThan(2);
  });
});
