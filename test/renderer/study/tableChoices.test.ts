import { describe, expect, it } from 'vitest';
import { tableOptionsSchema } from '../../../src/core/study/table/tableOptions.ts';
import { alphaChoices, isChanged, rowChoices, rowsOf, withMeasure } from '../../../src/renderer/study/tableChoices.ts';

const plain = ['k=2', 'k=3'].map((key) => ({ key, title: key }));
const crossed = plain.map((condition) => ({ ...condition, parts: { training: condition.key, perturbation: 'noise' } }));

describe('what may run down the rows', () => {
  it('is methods or conditions, and every part of conditions that have several', () => {
    expect(rowChoices(plain).map(({ title }) => title)).toEqual(['Methods', 'Conditions']);
    expect(rowChoices(crossed).map(({ title }) => title)).toContain('Methods × Perturbations');
  });

  it('is always a list that the options of tables accept', () => {
    for (const { value } of [...rowChoices(plain), ...rowChoices(crossed)]) {
      expect(tableOptionsSchema.parse({ rows: rowsOf(value) }).rows.join()).toBe(value);
    }
  });
});

describe('options of a table', () => {
  it('leave out test images of measures alone that count them', () => {
    const known = { knownOnly: true } as const;
    expect(withMeasure(known, 'accuracy')).toEqual({ measure: 'accuracy', knownOnly: true });
    expect(withMeasure(known, 'rmse').knownOnly).toBe(undefined);
  });

  it('offer the level of the study among the usual ones, once', () => {
    expect(alphaChoices(0.05).map(({ value }) => value)).toEqual(['0.001', '0.01', '0.05', '0.1']);
    expect(alphaChoices(0.02).map(({ value }) => value)).toContain('0.02');
  });

  it('count as changed when one of them is set', () => {
    expect([{}, { digits: undefined }, { comparison: {} }].map(isChanged)).toEqual([false, false, false]);
    expect([{ marks: false }, { comparison: { test: 'sign' as const } }].map(isChanged)).toEqual([true, true]);
  });
});
