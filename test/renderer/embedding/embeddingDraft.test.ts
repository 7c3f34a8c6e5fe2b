import { describe, expect, it } from 'vitest';
import { embeddedMethod, embeddingsOf, emptyEmbedding } from '../../../src/renderer/embedding/embeddingDraft.ts';
import { fakeMethods } from '../fakeData.ts';

describe('What the form of embeddings says', () => {
  const infos = new Map(fakeMethods.map((info) => [info.id, info]));
  const [first] = fakeMethods;
  const draft = { ...emptyEmbedding(1), methods: [embeddedMethod(first)] };

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
      dataset: 0,
      methods: [{ ...entry, latent: ['two'] }],
      noise: '-1',
      every: '0',
      seed: '',
    };
    const { specs, problems } = embeddingsOf(wrong, infos);
    expect(specs).toEqual([]);
    expect(problems.map(({ path }) => path)).toEqual([
      'dataset',
      'noise',
      'every',
      'seed',
      `methods.${entry.key}.latent.0`,
    ]);
    expect(embeddingsOf(emptyEmbedding(1), infos).problems.map(({ path }) => path)).toEqual(['methods']);
  });
});
