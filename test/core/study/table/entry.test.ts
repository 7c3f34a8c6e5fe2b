import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { databaseName } from '../../../../src/core/study/table/databaseNames.ts';
import {
  cellText,
  chosenText,
  entryText,
  NO_NUMBERS,
  validatedSide,
  type EntryParts,
} from '../../../../src/core/study/table/entry.ts';
import { labelsDiffer, methodColumns } from '../../../../src/core/study/table/gridHead.ts';
import type { TableRow } from '../../../../src/core/study/table/table.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';

const done = {
  ...NO_NUMBERS,
  mean: 18.06,
  std: 2.25,
  shape: [10, 3],
  values: [17, 19.12],
  failed: 0,
  pending: 0,
  planned: 2,
};
const nothing = { ...NO_NUMBERS, failed: 0, pending: 2, planned: 2 };
const textOf = (parts: EntryParts, options: TableOptionsInput = {}) =>
  entryText(parts, { measure: measureOf('error-rate'), options: tableOptionsSchema.parse(options) });

describe('an entry in words', () => {
  it('is mean, deviation, shape, mark and how many repeats it lacks', () => {
    expect(textOf(done)).toEqual({
      ...{ mean: '18.1', std: '2.3', shape: '(10, 3)', mark: '', count: '' },
      ...{ bold: false, underlined: false, instead: '–' },
    });
    expect(cellText(textOf(done))).toBe('18.1 ± 2.3 (10, 3)');
    expect(cellText(textOf({ ...done, std: null, shape: [], planned: 3, significant: true }))).toBe('18.1 • [2 of 3]');
    expect(cellText(textOf({ ...done, shape: null, standing: 'worse' }, { digits: 0 }))).toBe('18 ± 2 *');
    expect(cellText('as it is')).toBe('as it is');
  });

  it('without a mean says whether anything may still come', () => {
    const said = (parts: Partial<EntryParts>) => cellText(textOf({ ...nothing, ...parts }));
    expect(said({})).toBe('–');
    expect(said({ pending: 0 })).toBe('–');
    expect(said({ pending: 1, failed: 1 })).toBe('–');
    expect(said({ pending: 0, failed: 1 })).toBe('failed');
    expect(textOf(nothing)).toMatchObject({ mean: null, std: null, shape: '', count: '' });
  });

  it('is underlined where a test has found no difference from the best', () => {
    const underlined = (parts: Partial<EntryParts>) => textOf({ ...done, ...parts }, { underline: true }).underlined;
    expect(underlined({ standing: 'tie', p: 0.2 })).toBe(true);
    expect(underlined({ standing: 'tie', p: null })).toBe(false);
    expect(underlined({ standing: 'best', p: 0.2 })).toBe(false);
    expect(underlined({ standing: 'tie', p: 0.2, mean: null })).toBe(false);
    expect(textOf({ ...done, standing: 'best', mean: null }).bold).toBe(false);
  });

  it('names what was chosen: shape, its range over repeats, settings', () => {
    const tuned = { label: '', values: { neighbours: 5 }, classifier: { k: 3 } };
    expect(chosenText([], undefined)).toBe('');
    expect(chosenText([], tuned)).toBe('(neighbours 5, classifier k 3)');
    expect(chosenText([10, 3], tuned)).toBe('(10, 3; neighbours 5, classifier k 3)');
    expect(
      chosenText([118, 3], undefined, [
        [119, 3],
        [117, 3],
      ]),
    ).toBe('(117–119, 3)');
  });

  it('of the validated selection has the numbers of that, and the counts of both', () => {
    const entry = { ...done, failed: 1, pending: 2, planned: 5 };
    const validated = { ...NO_NUMBERS, mean: 20, shapes: [] };
    expect(validatedSide({ ...entry, validated } as never)).toEqual({
      ...validated,
      failed: 1,
      pending: 2,
      planned: 5,
    });
    expect(validatedSide(entry as never)).toEqual({ ...NO_NUMBERS, failed: 1, pending: 2, planned: 5 });
  });
});

describe('what is said of methods after their entries', () => {
  const row = (said: Partial<TableRow>): TableRow => ({ label: '', methodId: '', entries: [], ...said });
  const rows = [
    row({ usesLabels: true, tally: { better: 5, same: 1, worse: 2 }, averageRank: 1.5 }),
    row({ usesLabels: false, tally: { better: 0, same: 1, worse: 7 } }),
    row({}),
  ];
  const columns = (options: TableOptionsInput, of = rows) =>
    methodColumns({ rows: of, options: tableOptionsSchema.parse(options) });

  it('is written and sorted by labels, wins over losses, and rank', () => {
    expect(columns({}).map(({ title, text, value, first }) => [title, first, rows.map(text), rows.map(value)])).toEqual(
      [
        ['Supervised', 'highest', ['yes', 'no', ''], [1, 0, null]],
        ['(•/=/*)', 'highest', ['(5/1/2)', '(0/1/7)', '–'], [3, -7, null]],
        ['Rank', 'lowest', ['1.50', '–', '–'], [1.5, null, null]],
      ],
    );
  });

  it('is left out where nothing is to be said, or not asked for', () => {
    const titles = (...given: Parameters<typeof columns>) => columns(...given).map(({ title }) => title);
    expect(titles({ labels: false })).toEqual(['(•/=/*)', 'Rank']);
    expect(titles({ standings: false })).toEqual(['Supervised']);
    expect(titles({}, [rows[2], row({ usesLabels: true })])).toEqual([]);
    expect(labelsDiffer([])).toBe(false);
  });
});

describe('the name of a database', () => {
  it('is as papers write it, whatever the case of the dataset; other names stay', () => {
    expect(['orl', 'YaleB', 'XM2VTS', 'Color feret', 'my faces'].map(databaseName)).toEqual([
      'ORL',
      'Extended Yale B',
      'XM2VTS',
      'Color FERET',
      'my faces',
    ]);
  });
});
