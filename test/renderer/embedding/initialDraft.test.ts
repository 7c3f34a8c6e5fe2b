import { describe, expect, it } from 'vitest';
import {
  beginsAtOnce,
  firstDraft,
  namedDataset,
  type InitialChoice,
} from '../../../src/renderer/embedding/initialDraft.ts';
import { embeddingsOf } from '../../../src/renderer/embedding/embeddingDraft.ts';
import { fakeDatasets, fakeMethods, fakeStudy } from '../fakeData.ts';

const nothing: InitialChoice = {
  dataset: null,
  from: null,
  image: null,
  study: null,
  method: null,
  shape: null,
  settings: null,
};
const infos = new Map([
  ...fakeMethods.map((info) => [info.id, info] as const),
  ...['lda', 'lpp', 'emlpp'].map((id) => [id, { ...fakeMethods[0], id }] as const),
]);
const [first] = fakeDatasets;

describe('what the page of embeddings begins with', () => {
  it('is PCA beside LDA where there are subjects, LPP beside EM-LPP for a sequence', () => {
    const methods = (subjects: number) =>
      firstDraft(nothing, { ...first, subjects }, null, infos).methods.map(({ method }) => method);
    expect(methods(40)).toEqual(['pca', 'lda']);
    expect(methods(1)).toEqual(['lpp', 'emlpp']);
  });

  it('takes as many images of a large dataset as an embedding may have', () => {
    expect(firstDraft(nothing, { ...first, count: 25_000 }, null, infos).every).toBe('3');
    expect(firstDraft(nothing, { ...first, count: 10_000 }, null, infos).every).toBe('1');
  });

  it('is the method of a study, as it was set there, at the shape of the table', () => {
    const study = fakeStudy(1);
    const spec = {
      ...study.spec,
      methods: [{ ...study.spec.methods[0], method: 'glram', settings: { tolerance: 0.05 } }],
    };
    const of = { ...study, spec, methods: [{ ...study.methods[0], label: 'Mine', methodId: 'glram' }] };
    const begin = { ...nothing, study: '1', method: 'Mine', shape: '7x3' };
    const dataset = namedDataset(begin, [{ ...first, name: of.dataset }], of);
    expect(dataset?.name).toBe(of.dataset);
    const { specs, problems } = embeddingsOf(firstDraft(begin, dataset, of, infos), infos);
    expect(problems).toEqual([]);
    expect(specs).toMatchObject([{ method: 'glram', latent: [7, 3], settings: { tolerance: 0.05 } }]);
  });

  it('is a dataset by number or name, and none where it is gone', () => {
    expect(namedDataset({ ...nothing, from: String(first.id) }, [first], null)).toBe(first);
    expect(namedDataset({ ...nothing, dataset: first.name }, [first], null)).toBe(first);
    expect(namedDataset({ ...nothing, from: '99' }, [first], null)).toBeUndefined();
  });

  it('is computed at once where it is soon done, and of any size where the address names it', () => {
    const orl = { ...first, count: 400, rows: 112, cols: 92 };
    const mnist = { ...first, count: 10_000, rows: 28, cols: 28 };
    expect(beginsAtOnce(nothing, orl, false)).toBe(true);
    expect(beginsAtOnce(nothing, mnist, false)).toBe(false);
    expect(beginsAtOnce({ ...nothing, from: '1' }, mnist, true)).toBe(true);
    // What it names is gone.
    expect(beginsAtOnce({ ...nothing, from: '9' }, mnist, false)).toBe(false);
  });
});
