/** Settings to choose from: every combination is a cell of its own; the table stands at the one that was chosen. */
import { describe, expect, it } from 'vitest';
import { compareShapes } from '../../../../src/core/methods/latent/latentShape.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { planSize, planCells } from '../../../../src/core/study/plan/plan.ts';
import { methodRows, planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const SHRINKAGES = [0.99, 0.0001, 0.2];
const base: Partial<StudySpecInput> = {
  protocol: { kind: 'random', trainPerSubject: [3], repeats: 4 },
  selection: { innerSplits: 3 },
};
const spec = smallSpec({
  ...base,
  methods: [
    { method: 'lda', label: 'Tuned', settings: { regularisation: 'shrinkage', shrinkage: SHRINKAGES } },
    { method: 'pca' },
  ],
});
const plan = planCells(planStudy(spec), facts);
const outcomes = evaluateAll(spec, facts, data, plan);
const [tuned] = summariseStudy(plan, outcomes).rows;
const { validated, ...oracle } = tuned.entries[0];

/** The same settings one by one, each as a method of its own. */
const apart = smallSpec({
  ...base,
  methods: SHRINKAGES.map((shrinkage) => ({
    method: 'lda',
    label: String(shrinkage),
    settings: { regularisation: 'shrinkage', shrinkage },
  })),
});
const apartPlan = planCells(planStudy(apart), facts);
const apartOutcomes = evaluateAll(apart, facts, data, apartPlan);
const apartRows = summariseStudy(apartPlan, apartOutcomes).rows;

const resultsOf = (label: string) =>
  plan.cells.filter((cell) => cell.label === label).map(({ key }) => outcomes.get(key)!.result);

describe('a list of settings', () => {
  it('is computed as the settings one by one, to the last bit', () => {
    for (const shrinkage of SHRINKAGES) {
      const own = resultsOf(`Tuned [shrinkage ${shrinkage}]`);
      const same = apartPlan.cells.filter(({ label }) => label === String(shrinkage));
      expect(own.map(({ wrong, predictionHash, selected }) => ({ wrong, predictionHash, selected }))).toEqual(
        same.map(({ key }) => {
          const { wrong, predictionHash, selected } = apartOutcomes.get(key)!.result;
          return { wrong, predictionHash, selected };
        }),
      );
    }
  });

  it('is one row, at the combination with the best mean on the test images', () => {
    const best = [...apartRows].sort(
      ({ entries: [a] }, { entries: [b] }) => a.mean! - b.mean! || compareShapes(a.shape!, b.shape!),
    )[0];
    expect(methodRows(plan.methods).map(({ label }) => label)).toEqual(['Tuned', 'PCA']);
    expect(oracle.tuned?.values).toEqual({ shrinkage: Number(best.label) });
    expect([oracle.mean, oracle.shape, oracle.values]).toEqual([
      best.entries[0].mean,
      best.entries[0].shape,
      best.entries[0].values,
    ]);
  });

  it('is chosen by the error on held-out training images its training images', () => {
    oracle.repeats.forEach((_, r) => {
      const candidates = SHRINKAGES.map((shrinkage) => {
        const { inner, selected, shapes, wrong, testCount } = resultsOf(`Tuned [shrinkage ${shrinkage}]`)[r];
        return { shrinkage, inner: inner!, shape: shapes[selected!], error: (100 * wrong[selected!]) / testCount };
      });
      const [best] = candidates.sort((a, b) => a.inner - b.inner || compareShapes(a.shape, b.shape));
      expect(validated!.tunedRepeats![r].values).toEqual({ shrinkage: best.shrinkage });
      expect(validated!.shapes[r]).toEqual(best.shape);
      expect(validated!.values[r]).toBeCloseTo(best.error, 10);
    });
    expect(new Set(resultsOf('Tuned [shrinkage 0.99]').map(({ inner }) => inner)).size).toBeGreaterThan(1);
  });

  it('waits for all combinations of a repeat', () => {
    const lacking = new Map(outcomes);
    lacking.delete(plan.cells.find(({ label, repeat }) => label === 'Tuned [shrinkage 0.0001]' && repeat === 2)!.key);
    const { repeats, pending } = summariseStudy(plan, lacking).rows[0].entries[0];
    expect([repeats, pending]).toEqual([[1, 3, 4], 1]);
  });

  it('does not choose a combination that lacks a repeat', () => {
    const label = oracle.tuned!.label;
    const { key } = plan.cells.find((cell) => cell.label === label && cell.repeat === 2)!;
    const lacking = new Map<string, CellOutcome>(outcomes).set(key, { status: 'failed', reason: 'planted' });
    const entry = summariseStudy(plan, lacking).rows[0].entries[0];
    expect(entry.tuned!.label).not.toBe(label);
    expect(entry.repeats).toEqual([1, 2, 3, 4]);
  });

  it('is counted before it runs', () => {
    const size = planSize(planStudy(spec), facts);
    expect(size.cells).toBe(16);
    expect(size.methods.map(({ label, combinations }) => [label, combinations])).toEqual([
      ['Tuned', 3],
      ['PCA', 1],
    ]);
    expect(size.fits).toBe((3 + 1) * 4 * (1 + 3));
  });

  it('says in the table, its footer and the export what was chosen', () => {
    const table = summariseStudy(plan, outcomes);
    expect(textTable(table)).toContain(`shrinkage ${String(oracle.tuned!.values.shrinkage)})`);
    const footer = table.footer.join(' ');
    expect(footer).toContain('Dimension and listed settings, in brackets where shown: lowest');
    expect(footer).toContain('Tuned: shrinkage from 0.99, 0.0001 and 0.2.');
    expect(footer).toContain('dimension and listed settings chosen by the error on held-out training images');
    expect(csvTable(table).split('\r\n')[0]).toMatch(/,settings,.*validated_most_chosen_settings$/);
  });
});

describe('another measure', () => {
  const byAuc = smallSpec({
    ...base,
    measures: ['verification'],
    selection: { innerSplits: 3, by: 'verification-auc' },
    methods: [{ method: 'lda', settings: { regularisation: 'shrinkage', shrinkage: SHRINKAGES } }],
  });
  const aucPlan = planCells(planStudy(byAuc), facts);
  const aucOutcomes = evaluateAll(byAuc, facts, data, aucPlan);

  it('is what the shape and the settings of the table are best by', () => {
    const { rows, footer } = summariseStudy(aucPlan, aucOutcomes);
    const means = aucPlan.methods.flatMap(({ label }) => {
      const cells = aucPlan.cells.filter((cell) => cell.label === label).map(({ key }) => aucOutcomes.get(key)!.result);
      return cells[0].shapes.map((shape, s) => {
        const values = cells.map(({ measures }) => measures!.values['verification-auc']![s]!);
        return { label, shape, mean: values.reduce((sum, value) => sum + value, 0) / values.length };
      });
    });
    const best = Math.max(...means.map(({ mean }) => mean));
    const { tuned: chosen, shape } = rows[0].entries[0];
    const at = means.find((each) => each.label === chosen!.label && compareShapes(each.shape, shape!) === 0)!;
    expect(at.mean).toBeCloseTo(best, 12);
    expect(footer.join(' ')).toContain('highest mean verification AUC on the test images');
    expect(footer.join(' ')).toContain('by the highest verification AUC on held-out training images');
  });

  it('must be one that the study measures', () => {
    const { problems } = checkSpec({ ...byAuc, measures: undefined }, facts);
    expect(problems.map(({ path }) => path)).toEqual(['selection.by']);
  });
});

describe('settings that cannot be chosen from', () => {
  const problemsOf = (settings: Record<string, number[]>) =>
    checkSpec(smallSpec({ methods: [{ method: 'lda', settings }] }), facts).problems.map(({ message }) => message);

  it('are named with field, expected and found', () => {
    expect(problemsOf({ shrinkage: [0.1, 3] })).toEqual([
      'methods[0].settings.shrinkage: LDA: shrinkage must be a number from 0.000001 to 1, found 3.',
    ]);
    expect(problemsOf({ shrinkage: [0.1, 0.1] })).toEqual([
      'methods[0].settings.shrinkage: shrinkage lists 0.1 twice.',
    ]);
    expect(problemsOf({ shrinkage: [] })[0]).toContain('shrinkage must be a number from 0.000001 to 1, found []');
    const many = Array.from({ length: 201 }, (_, i) => (i + 1) / 1000);
    expect(problemsOf({ shrinkage: many })).toEqual([
      'methods[0].settings: the listed values make 201 combinations; a method has at most 200.',
    ]);
  });

  it('leave the keys of studies without lists as they were', () => {
    const [first, second] = [[0.2], 0.2].map((shrinkage) => {
      return planCells(planStudy(smallSpec({ methods: [{ method: 'lda', settings: { shrinkage } }] })), facts)
        .methods[0].key;
    });
    expect(first).not.toBe(second);
  });
});
