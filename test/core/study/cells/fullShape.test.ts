import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import type { CellResult } from '../../../../src/core/study/cells/cellResult.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpec, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { selectedCell } from '../../../../src/core/study/table/chosenShapes.ts';
import { studyCurves, summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { cellText, entryText } from '../../../../src/core/study/table/entry.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, dataOf, facts, labels, smallSpec } from '../smallDataset.ts';

type Methods = StudySpecInput['methods'];

function results(methods: Methods, change: Partial<StudySpecInput> = {}, own = data): CellResult[] {
  const spec = smallSpec({ methods, ...change });
  return [...evaluateAll(spec, facts, own, planCells(planStudy(spec), facts)).values()].map(({ result }) => result);
}

const outcome = ({ shapes, wrong, predictionHash }: CellResult) => ({ shapes, wrong, predictionHash });
const one = { protocol: { kind: 'random' as const, trainPerSubject: [3], repeats: 2 } };

/** Five splits of which the first trains on 11 images, the others on 10. */
const unequal: Partial<StudySpecInput> = {
  protocol: {
    kind: 'explicit',
    splits: [11, 10, 10, 10].map((size) => {
      const all = Array.from(labels.keys());
      return { train: all.slice(0, size), test: all.slice(size) };
    }),
  },
};

function tableOf(spec: StudySpec) {
  const plan = planCells(planStudy(spec), facts);
  const outcomes = evaluateAll(spec, facts, data, plan);
  return { table: summariseStudy(plan, outcomes), curves: studyCurves(plan, outcomes, facts), outcomes };
}

describe('all axes of each cell ("full")', () => {
  it('are T − 1 of PCA, K − 1 of LDA, and the whole matrix of GLRAM, with the bits of these numbers', () => {
    const largest: [string, NonNullable<Methods[number]['latent']>][] = [
      ['pca', [14]],
      ['lda', [4]],
      ['2dpca', [5]],
      ['glram', [[6, 5]]],
      ['kpca', [14]],
      ['slda', [4]],
      ['ppca', [13]],
    ];
    for (const [method, explicit] of largest) {
      const full = results([{ method, latent: 'full' }], one);
      const asked = results([{ method, latent: explicit }], one);
      expect(full.map(outcome), method).toEqual(asked.map(outcome));
    }
  });

  it('are as many as the images give, where these are fewer', () => {
    const kept = results([{ method: 'lpp', settings: { energy: 0.6 }, latent: 'full' }], one);
    const all = results([{ method: 'lpp', settings: { energy: 0.6 }, latent: 'all' }], one);
    kept.forEach(({ shapes, wrong, failures }, at) => {
      expect(shapes).toEqual([all[at].shapes.at(-1)]);
      expect(shapes[0][0]).toBeLessThan(14);
      expect(wrong).toEqual([all[at].wrong.at(-1)]);
      expect(failures).toEqual([]);
    });
    // Images that are there twice.
    const twice = dataOf(
      selectImages(
        data.images,
        Int32Array.from(labels.keys(), (n) => n % 10),
      ),
      labels,
    );
    expect(results([{ method: 'pca', latent: 'full' }], one, twice).map(({ shapes }) => shapes[0][0] < 10)).toEqual([
      true,
      true,
    ]);
  });

  it('are found where every shape has a fit of its own', () => {
    const settings = { identification: 'likelihood', energy: 0.5 };
    // A split on which some shapes fail.
    const drawn = { ...one, draws: 'pixels' as const };
    const [{ shapes, failures }] = results([{ method: 'ioffe', settings, latent: 'full' }], drawn);
    const [all] = results([{ method: 'ioffe', settings, latent: 'all' }], drawn);
    expect(shapes).toEqual([all.shapes.at(-1)]);
    expect(all.failures.length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('are judged inside the training images by all axes of these', () => {
    const change = { ...one, selection: { innerSplits: 2 } };
    const tuned = { method: 'lpp', settings: { energy: [0.6, 1] }, latent: 'full' as const };
    for (const { selected, inner } of results([tuned], change)) {
      expect(selected).toBe(0);
      expect(inner).toEqual(expect.any(Number));
    }
  });

  it('are one entry of a table that says how many there were, repeats of unequal size included', () => {
    const { table, curves, outcomes } = tableOf(
      smallSpec({ methods: [{ method: 'pca', latent: 'full' }], ...unequal }),
    );
    const [entry] = table.rows[0].entries;
    expect(entry.repeats).toEqual([1, 2, 3, 4]);
    expect(entry.shape).toEqual([9]);
    expect(entry.full).toEqual([[10], [9], [9], [9]]);
    expect(cellText(entryText(entry, table))).toMatch(/^\d+\.\d ± \d+\.\d \(9–10\)$/);
    expect([1, 2].map((repeat) => selectedCell('PCA', entry, repeat)!.shape)).toEqual([[10], [9]]);
    const wrong = [...outcomes.values()].map(({ result }) => result.wrong[0]);
    expect(entry.counts!.counts).toEqual(wrong);
    expect(curves[0].points).toHaveLength(1);
    expect(table.footer.join(' ')).toContain('PCA: every axis of the training images was kept (number in brackets).');
    expect(table.footer.join(' ')).not.toContain('oracle selection');
  });

  const world: NonNullable<StudySpecInput['protocol']>[] = [
    { kind: 'pairs', folds: 2, developmentFolds: 0 },
    { kind: 'gallery', worldSubjects: 3, galleryPerSubject: [1], repeats: 2 },
  ];
  it.each(world)('are those of the world images of protocol "$kind"', (protocol) => {
    const [full, asked] = (['full', 'all'] as const).map((latent) => {
      return results([{ method: 'pca', latent }, { method: 'none' }], { protocol });
    });
    full.forEach(({ shapes, failures, wrong }, at) => {
      expect(failures).toEqual([]);
      expect(shapes).toEqual([asked[at].shapes.at(-1)]);
      expect(wrong).toEqual([asked[at].wrong.at(-1)]);
    });
  });

  it('stand as one number where all repeats have the same', () => {
    const spec = smallSpec({ methods: [{ method: 'lda', latent: 'full' }, { method: 'pca' }] });
    const { table } = tableOf(spec);
    expect(entryText(table.rows[0].entries[0], table).shape).toBe('(4)');
    expect(table.footer.join(' ')).toContain('oracle selection');
  });
});

describe('a method without a latent dimension', () => {
  const plain = { method: 'none' };

  it('has one empty shape, which a table shows as nothing and no curve is drawn over', () => {
    const { table, curves } = tableOf(smallSpec({ methods: [plain], selection: { innerSplits: 1 } }));
    const [entry] = table.rows[0].entries;
    expect(entry.shape).toEqual([]);
    expect(entry.values).toHaveLength(3);
    expect(entryText(entry, table).shape).toBe('');
    expect(entry.validated!.mean).toBe(entry.mean);
    expect(curves).toEqual([]);
    expect(table.footer.join(' ')).not.toContain('oracle selection');
  });

  it('is all images, whatever grid is named', () => {
    const [expected] = results([plain], one);
    for (const latent of ['all', 'full', 'adaptive'] as const) {
      expect(results([{ ...plain, latent }], one)[0]).toMatchObject(outcome(expected));
    }
    expect(() => results([{ ...plain, latent: [3] }], one)).toThrow(
      'No projection has no latent dimension: leave latent out.',
    );
  });
});
