/** What the keys of cells depend on that no field of a spec says: versions of programs, attributes, rules for pairs. */
import { afterEach, describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { plannedMethods, rowName, planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { facts, labels, smallSpec } from '../smallDataset.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

const own = (version: string, change: object = {}) => externalMethod(ownDeclaration(change), version, {});

/** Keys of the cells of PCA and of the method from outside. */
function keysOf(spec: StudySpec, dataset: DatasetFacts = facts) {
  const { cells } = planCells(planStudy(spec), dataset);
  return ['PCA', 'Own'].map((label) => cells.filter((cell) => cell.label === label).map(({ key }) => key));
}

const specWith = (change: Parameters<typeof smallSpec>[0] = {}): StudySpec =>
  smallSpec({ methods: [{ method: 'pca' }, { method: 'own', latent: [1] }], ...change });

afterEach(() => registerExternal([]));

describe('cells of a method from outside', () => {
  it('have keys of its version, which the plan keeps for whoever computes them', () => {
    registerExternal([own('v1')]);
    const [pca, first] = keysOf(specWith());
    expect(plannedMethods(specWith()).map(({ version }) => version)).toEqual([undefined, 'v1']);
    expect(plannedMethods(specWith())[0]).not.toHaveProperty('version');
    registerExternal([own('v2')]);
    expect(keysOf(specWith())[0]).toEqual(pca);
    expect(keysOf(specWith())[1]).not.toEqual(first);
  });

  it('have keys of the attributes that it asks for, which the hash of a dataset does not cover', () => {
    const lit = (light: (image: number) => string): DatasetFacts => ({
      ...facts,
      attributes: Array.from(labels, (_, image) => ({ light: light(image), session: String(image) })),
    });
    const [left, alternating] = [lit(() => 'left'), lit((image) => ['left', 'right'][image % 2])];
    registerExternal([own('v1', { attributes: ['light'] })]);
    const [pca, first] = keysOf(specWith(), left);
    expect(keysOf(specWith(), alternating)[0]).toEqual(pca);
    expect(keysOf(specWith(), alternating)[1]).not.toEqual(first);
    const other = { ...left, attributes: left.attributes!.map(({ light }) => ({ light, session: 'one' })) };
    expect(keysOf(specWith(), other)[1]).toEqual(first);
  });

  it('that are pairs have keys of how it scores them', () => {
    const pairs = specWith({ protocol: { kind: 'pairs', folds: 2, developmentFolds: 0 } });
    registerExternal([own('v1')]);
    const [pca, byCodes] = keysOf(pairs);
    const recognised = keysOf(specWith());
    // The declaration is part of the version, which stays the same here.
    registerExternal([own('v1', { can: ['score'] })]);
    expect(keysOf(pairs)[0]).toEqual(pca);
    expect(keysOf(pairs)[1]).not.toEqual(byCodes);
    expect(keysOf(specWith())).toEqual(recognised);
  });

  it('have a row of their label, of its title, or of its id where it is not registered', () => {
    const [, entry] = smallSpec({ methods: [{ method: 'pca' }, { method: 'own', latent: [1] }] }).methods;
    expect(rowName({ ...entry, method: 'unlisted' })).toBe('unlisted');
    registerExternal([own('v1')]);
    expect(rowName(entry)).toBe('Own');
    expect(rowName({ ...entry, label: 'Mine' })).toBe('Mine');
  });
});

describe('a planned method', () => {
  it('has its own classifier, and that of a combination of listed ones', () => {
    const knn = { kind: 'knn' as const, k: 3 };
    const spec = smallSpec({ methods: [{ method: 'pca', classifier: knn }, { method: 'lda' }] });
    const [pca, lda] = plannedMethods(spec);
    expect(pca.classifier).toMatchObject(knn);
    expect([pca, lda].map((method) => 'tuned' in method)).toEqual([false, false]);
    expect(lda).not.toHaveProperty('classifier');
    const listed = smallSpec({
      classifier: { kind: 'knn', k: [1, 3] },
      selection: { innerSplits: 2 },
      methods: [{ method: 'lda' }],
    });
    expect(plannedMethods(listed).map(({ classifier, tuned }) => [classifier, tuned])).toEqual(
      [1, 3].map((k) => [
        expect.objectContaining({ kind: 'knn', k }),
        { row: 'LDA', values: {}, classifier: expect.objectContaining({ k }) as unknown },
      ]),
    );
  });
});
