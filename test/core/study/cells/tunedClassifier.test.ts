/** Parameters of the classifier to choose from, together with the listed settings of each method. */
import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { costedCells, REFERENCE_SPEED } from '../../../../src/core/study/plan/cost.ts';
import { planSize, planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const NEIGHBOURS = [5, 1, 3];
const SHRINKAGES = [0.99, 0.0001];
const base: Partial<StudySpecInput> = {
  protocol: { kind: 'random', trainPerSubject: [3], repeats: 4 },
  selection: { innerSplits: 2 },
};
const lda = (shrinkage: number | number[]) => ({
  method: 'lda',
  label: 'LDA',
  settings: { regularisation: 'shrinkage', shrinkage },
});
/** Decides by its own rule, whatever the classifier. */
const plda = { method: 'plda', latent: [1], settings: { identification: 'likelihood' } };
const spec = smallSpec({
  ...base,
  classifier: { kind: 'knn', k: NEIGHBOURS, metric: 'cosine' },
  methods: [lda(SHRINKAGES), { method: 'pca' }, plda],
});
const plan = planCells(planStudy(spec), facts);
const outcomes = evaluateAll(spec, facts, data, plan);
const table = summariseStudy(plan, outcomes);
const resultsOf = (label: string) =>
  plan.cells.filter((cell) => cell.label === label).map(({ key }) => outcomes.get(key)!.result);

/** One classifier and one shrinkage: what each combination must be to the last bit. */
const apart = NEIGHBOURS.flatMap((k) =>
  SHRINKAGES.map((shrinkage) => {
    const single = smallSpec({
      ...base,
      classifier: { kind: 'knn', k, metric: 'cosine' },
      methods: [lda(shrinkage), { method: 'pca' }, plda],
    });
    const own = planCells(planStudy(single), facts);
    const ended = evaluateAll(single, facts, data, own);
    const cells = (label: string) => own.cells.filter((cell) => cell.label === label);
    return {
      k,
      shrinkage,
      keys: own.cells.map(({ key }) => key),
      resultsOf: (label: string) => cells(label).map(({ key }) => ended.get(key)!.result),
      table: summariseStudy(own, ended),
    };
  }),
);

describe('a list of parameters of the classifier', () => {
  it('is computed as the values one by one, to the last bit', () => {
    for (const single of apart) {
      const { k, shrinkage } = single;
      const pairs = [
        [`LDA [shrinkage ${shrinkage}, classifier k ${k}]`, 'LDA'],
        [`PCA [classifier k ${k}]`, 'PCA'],
      ];
      for (const [label, same] of pairs) {
        const bits = (results: ReturnType<typeof resultsOf>) =>
          results.map(({ wrong, predictionHash, selected }) => ({ wrong, predictionHash, selected }));
        expect(resultsOf(label)).toHaveLength(4);
        expect(bits(resultsOf(label)), label).toEqual(bits(single.resultsOf(same)));
      }
    }
    // The choice matters here, or the comparison above could not fail.
    expect(new Set(apart.map((single) => JSON.stringify(single.resultsOf('PCA')[0].wrong))).size).toBeGreaterThan(1);
  });

  it('has cells of its own: those of single values lack what it is chosen by', () => {
    const keys = plan.cells.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const shared = apart.flatMap((single) => single.keys).filter((key) => keys.includes(key));
    expect(shared.every((key) => plan.cells.find((cell) => cell.key === key)!.label === 'PLDA')).toBe(true);
  });

  it('is one row, at the combination with the best mean on the test images', () => {
    expect(table.rows.map(({ label }) => label)).toEqual(['LDA', 'PCA', 'PLDA']);
    const bestOf = (row: number) => Math.min(...apart.map((single) => single.table.rows[row].entries[0].mean!));
    table.rows.slice(0, 2).forEach(({ entries: [entry] }, row) => {
      expect(entry.mean).toBe(bestOf(row));
      const { values, classifier } = entry.tuned!;
      const same = apart.find(({ k, shrinkage }) => {
        return k === classifier!.k && (row === 1 || shrinkage === values.shrinkage);
      })!;
      expect(entry.values).toEqual(same.table.rows[row].entries[0].values);
    });
  });

  it('is chosen by the error within its training images', () => {
    const { tunedRepeats } = table.rows[1].entries[0].validated!;
    tunedRepeats!.forEach(({ classifier }, r) => {
      const scores = NEIGHBOURS.map((k) => resultsOf(`PCA [classifier k ${k}]`)[r].inner!);
      expect(scores[NEIGHBOURS.indexOf(classifier!.k as number)]).toBe(Math.min(...scores));
    });
  });

  it('is counted before it runs', () => {
    const size = planSize(planStudy(spec), facts);
    expect(size.methods.map(({ label, combinations }) => [label, combinations])).toEqual([
      ['LDA', 6],
      ['PCA', 3],
      ['PLDA', 1],
    ]);
    expect(size.cells).toBe((6 + 3 + 1) * 4);
    expect(costedCells(planStudy(spec), facts, REFERENCE_SPEED).map(({ label }) => label)).toEqual([
      ...Array<string>(6).fill('LDA'),
      ...Array<string>(3).fill('PCA'),
      'PLDA',
    ]);
  });

  it('is said in the table, its footer and the export', () => {
    const { shape, tuned } = table.rows[1].entries[0];
    expect(textTable(table)).toContain(`(${shape!.join(', ')}; classifier k ${String(tuned!.classifier!.k)})`);
    const footer = table.footer.join(' ');
    expect(footer).toContain('of the k nearest neighbours (k from 5, 1 and 3; metric cosine)');
    expect(footer).toContain(
      'LDA: shrinkage from 0.99 and 0.0001, classifier k from 5, 1 and 3; PCA: classifier k from 5, 1 and 3.',
    );
    expect(footer).toContain('PLDA decides by the greatest likelihood');
    expect(csvTable(table)).toContain(`"{""classifier"":{""k"":${String(tuned!.classifier!.k)}}}"`);
  });

  it('may hold choices', () => {
    const metrics = smallSpec({ classifier: { kind: '1nn', metric: ['euclidean', 'cosine'] } });
    expect(planCells(planStudy(metrics), facts).methods.map(({ label }) => label)).toEqual([
      'PCA [classifier metric euclidean]',
      'PCA [classifier metric cosine]',
      'GLRAM [classifier metric euclidean]',
      'GLRAM [classifier metric cosine]',
    ]);
  });
});

describe('parameters that cannot be chosen from', () => {
  const messages = (classifier: unknown) => {
    const parsed = parseStudySpec({ ...smallSpec(), classifier });
    const problems = parsed.ok ? checkSpec(parsed.spec, facts).problems : parsed.problems;
    return problems.map(({ message }) => message);
  };

  it('are named with field, expected and found', () => {
    expect(messages({ kind: 'knn', k: [1, 1] })).toEqual(['classifier.k: k lists 1 twice.']);
    expect(messages({ kind: 'knn', k: [] })).toEqual(['classifier.k must have at least 1 entry, found an empty list.']);
    expect(messages({ kind: 'knn', k: [1, 0] })).toEqual(['classifier.k[1] must be at least 1, found 0.']);
    expect(messages({ kind: 'knn', k: [3, 'x'] })).toEqual(['classifier.k[1] must be a number, found "x".']);
    expect(messages({ kind: 'knn', k: 0 })).toEqual(['classifier.k must be at least 1, found 0.']);
    expect(messages({ kind: 'knn' })).toEqual([]);
    expect(messages({ kind: ['1nn', 'knn'] })[0]).toContain('classifier.kind must be');
    expect(messages({ kind: 'knn', k: [1, 100] })[0]).toContain(
      '100 nearest neighbours need a gallery of at least 100',
    );
    const many = Array.from({ length: 201 }, (_, i) => (i + 1) / 1000);
    expect(messages({ kind: 'crc', regularisation: many })[0]).toContain('make 201 combinations');
  });
});
