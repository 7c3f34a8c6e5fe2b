import { describe, expect, it } from 'vitest';
import { decodeArff } from '../../../src/core/formats/tables/arff.ts';
import { wekaResults } from '../../../src/core/report/weka.ts';
import type { NamedSplit } from '../../../src/core/report/splits.ts';
import { studentTUpperTail } from '../../../src/core/stats/distributions/studentT.ts';
import { correctedResampledT } from '../../../src/core/stats/tests/pairedT.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { summariseStudy } from '../../../src/core/study/table/summarise.ts';
import { defaultTableOptions } from '../../../src/core/study/table/tableOptions.ts';
import { evaluateAll } from '../study/evaluateAll.ts';
import { data, facts, smallSpec } from '../study/smallDataset.ts';

const spec = smallSpec({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 6 },
  selection: { innerSplits: 1 },
  methods: [{ method: 'pca' }, { method: 'lda', label: "LDA, 'mine' 100%" }],
});
const plan = planCells(planStudy(spec), facts);
const outcomes = evaluateAll(spec, facts, data, plan);
const splits = Array.from({ length: 6 }, (_, at): NamedSplit => {
  return { condition: 'k=2', repeat: at + 1, split: splitOf(spec, facts, 'k=2', at + 1) };
});
const table = summariseStudy(plan, outcomes, { ...defaultTableOptions, selection: 'oracle' });

/** The columns of the file by name. */
function read(text: string): (name: string) => readonly (string | number)[] {
  const { columns } = decodeArff(text);
  return (name) => {
    const { kind, texts } = columns.find((column) => column.name === name)!;
    return kind === 'number' ? texts().map(Number) : texts();
  };
}

describe('the result file of the Experimenter', () => {
  const column = read(wekaResults(table, splits, () => facts.labels));

  it('has a row per method and repeat, with numbers of images', () => {
    expect([...new Set(column('Key_Scheme'))]).toEqual(['PCA', "LDA, 'mine' 100%"]);
    expect(column('Key_Run')).toEqual([...'123456123456']);
    expect(new Set(column('Key_Dataset'))).toEqual(new Set(['small, k = 2']));
    expect(new Set(column('Number_of_training_instances'))).toEqual(new Set([10]));
    expect(new Set(column('Number_of_testing_instances'))).toEqual(new Set([20]));
    expect(column('Percent_incorrect').slice(0, 6)).toEqual(table.rows[0].entries[0].values);
    column('Number_correct').forEach((right, row) => {
      expect(Number(right) + Number(column('Number_incorrect')[row])).toBe(20);
    });
  });

  it('lets the corrected test of Nadeau and Bengio be computed from it, to our p', () => {
    const errors = column('Percent_incorrect').map(Number);
    const d = Array.from({ length: 6 }, (_, i) => errors[i] - errors[6 + i]);
    const mean = d.reduce((sum, value) => sum + value, 0) / 6;
    const variance = d.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5;
    const ratio = Number(column('Number_of_testing_instances')[0]) / Number(column('Number_of_training_instances')[0]);
    const t = mean / Math.sqrt((1 / 6 + ratio) * variance);
    const [a, b] = table.rows.map(({ entries: [entry] }) => entry.values);
    const ours = correctedResampledT(
      a.map((value, i) => value - b[i]),
      ratio,
    );
    expect(variance).toBeGreaterThan(0);
    expect((ours as { p: number }).p).toBeCloseTo(2 * studentTUpperTail(Math.abs(t), 5), 12);
  });

  it('has both selections where the table shows both, and another measure by its name', () => {
    const both = summariseStudy(plan, outcomes, { ...defaultTableOptions, selection: 'both' });
    expect([...new Set(read(wekaResults(both, splits, () => facts.labels))('Key_Scheme'))].slice(0, 2)).toEqual([
      'PCA',
      'PCA, validated',
    ]);
    const seconds = { ...table, measure: { ...table.measure, id: 'iterations' as const } };
    const text = wekaResults(seconds, [], () => []);
    expect(text).toContain('@attribute iterations numeric');
    expect(text.split('\n').at(-2)).toContain(',?,?,');
  });
});
