/** Numbers of the literature next to those of a study. */
import { describe, expect, it } from 'vitest';
import { publishedNumberSchema, publishedText } from '../../../../src/core/study/table/publishedNumber.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema } from '../../../../src/core/study/table/tableOptions.ts';
import { withPublished } from '../../../../src/core/study/table/withPublished.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const number = { method: 'PCA', condition: 'k=2', value: 17.9, source: 'Zhao et al. (2012), Table 3' };

describe('a published number', () => {
  it('is written with its deviation and what ours is above or below it', () => {
    expect(publishedText({ ...number, deviation: 1 }, 18.14, 1)).toBe('17.9 ± 1.0 (+0.2)');
    expect(publishedText(number, 17, 1)).toBe('17.9 (−0.9)');
    expect(publishedText(number, null, 2)).toBe('17.90');
    expect(publishedText({ ...number, deviation: 0 }, null, 0)).toBe('18 ± 0');
  });

  it('has no sign of a difference that rounds to nothing', () => {
    expect(publishedText(number, 17.94, 1)).toBe('17.9 (±0.0)');
    expect(publishedText(number, 17.86, 1)).toBe('17.9 (±0.0)');
    expect(publishedText(number, 17.9, 1)).toBe('17.9 (±0.0)');
  });

  it('is a per cent of a method and condition that somebody published', () => {
    const fits = (change: object) => publishedNumberSchema.safeParse({ ...number, ...change }).success;
    expect([{}, { value: 0 }, { value: 100, deviation: 0 }].map(fits)).toEqual([true, true, true]);
    const refused = [{ value: -0.1 }, { value: 100.1 }, { deviation: -1 }, { source: ' ' }, { method: '' }, { x: 1 }];
    expect(refused.filter(fits)).toEqual([]);
    expect(publishedNumberSchema.parse({ ...number, method: ' PCA ' }).method).toBe('PCA');
    for (const [field, most] of Object.entries({ method: 60, condition: 200, source: 300 })) {
      const lengths = [1, most, most + 1].map((length) => fits({ [field]: 'a'.repeat(length) }));
      expect(lengths, field).toEqual([true, true, false]);
      expect(fits({ [field]: 'a\u202Eb' }), field).toBe(false);
    }
    expect([0, 100, 100.1].map((deviation) => fits({ deviation }))).toEqual([true, true, false]);
  });
});

describe('a table with published numbers', () => {
  const spec = smallSpec();
  const unbegun = () => summariseStudy(planCells(planStudy(spec), facts), new Map());

  it('has those of its methods and conditions, and names each source once', () => {
    const table = unbegun();
    const others = [
      { ...number, method: 'LDA' },
      { ...number, condition: 'k=9' },
    ];
    const second = { ...number, condition: 'k=3', value: 9 };
    const third = { ...second, method: 'GLRAM', source: 'Ye (2005)' };
    const made = withPublished(table, [number, others[0], second, others[1], third]);
    expect(made.published).toEqual([number, second, third]);
    const note = made.footer.at(-1)!;
    expect(note).toMatch(/not part of tests or ranks\. Source: Zhao et al\. \(2012\), Table 3; Ye \(2005\)\.$/);
    expect(made.footer).toEqual([...table.footer, note]);
    expect(made.essentials).toEqual([...table.essentials, note]);
    expect(made.rows).toBe(table.rows);
  });

  it('stays as it is where none belong to it, or where it shows no error rates', () => {
    const table = unbegun();
    expect(withPublished(table, [{ ...number, method: 'LDA' }])).toBe(table);
    const options = tableOptionsSchema.parse({ measure: 'accuracy' });
    const accuracy = summariseStudy(planCells(planStudy(spec), facts), new Map(), options);
    expect(withPublished(accuracy, [number])).toBe(accuracy);
  });
});
