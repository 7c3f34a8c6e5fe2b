import { describe, expect, it } from 'vitest';
import { columnRoles, shapeOfNames, type NamedColumn } from '../../../src/core/readings/columns.ts';

const column = (name: string, cells: readonly (string | number)[]): NamedColumn => {
  const texts = cells.map(String);
  const kind = texts.some((text) => text === '' || Number.isNaN(Number(text))) ? 'text' : 'number';
  return { name, kind, texts: () => texts };
};
const each = <T>(valueOf: (row: number) => T): T[] => Array.from({ length: 12 }, (_, row) => valueOf(row));
const subjects = each((row) => Math.floor(row / 3) + 1);
const family = (nameOf: (i: number) => string, count = 20): NamedColumn[] =>
  Array.from({ length: count }, (_, i) =>
    column(
      nameOf(i),
      each((row) => (row * 7 + i * 3) % 11),
    ),
  );
const named = (columns: readonly NamedColumn[]): string[] => columns.map(({ name }) => name);

describe('roles of columns', () => {
  it.each([
    ['pixel0 …', (i: number) => `pixel${i}`],
    ['0 …', String],
    ['r1c1 …', (i: number) => `r${Math.floor(i / 4) + 1}c${(i % 4) + 1}`],
  ])('take a family %s as pixels, wherever the subjects are', (_, nameOf) => {
    const pixels = family(nameOf);
    const target = column('who', subjects);
    for (const place of [0, 7, 20]) {
      const roles = columnRoles(pixels.toSpliced(place, 0, target), { header: true });
      expect(roles).toMatchObject({ pixels, family: true, dropped: [], identifiers: [] });
      expect(roles.candidates).toMatchObject([{ column: target, values: 4, hint: 'plain' }]);
    }
  });

  it('leave out numbers of rows, also shuffled ones, and empty columns', () => {
    const counts = column(
      'nr',
      each((row) => row + 1),
    );
    const shuffled = column(
      'Unnamed: 0',
      each((row) => (row * 5) % 12),
    );
    const empty = column(
      'x',
      each(() => ''),
    );
    const pixels = family((i) => `p${i}`);
    const columns = [counts, shuffled, ...pixels, empty];
    expect(columnRoles(columns, { header: true })).toMatchObject({ pixels, dropped: [counts, shuffled, empty] });
    const kept = columnRoles(columns, { header: true, dropped: ['none'] });
    expect([named(kept.pixels).length, kept.dropped]).toEqual([22, []]);
    expect(columnRoles(columns, { header: true, dropped: ['p3'] }).dropped).toMatchObject([{ name: 'p3' }]);
  });

  it('count rows only in the first and last column of a table without names', () => {
    const counts = column(
      'c',
      each((row) => row),
    );
    const [a, b] = family(String, 2);
    expect(columnRoles([a, counts, b], { header: false }).dropped).toEqual([]);
    expect(columnRoles([counts, a, b], { header: false }).dropped).toEqual([counts]);
    expect(columnRoles([a, b, counts], { header: false }).dropped).toEqual([counts]);
  });

  it('tell subjects from names of images, identifiers and attributes', () => {
    const who = column('subject', subjects);
    const same = column(
      'name',
      subjects.map((value) => `s${value}`),
    );
    const file = column(
      'file',
      each((row) => `${row}.png`),
    );
    const code = column(
      'code',
      each((row) => row * row + 5),
    );
    const session = column(
      'session',
      each((row) => row + 1),
    );
    const note = column(
      'note',
      each((row) => (row < 11 ? 'a' : 'b')),
    );
    const pixels = family((i) => `p${i}`);
    const roles = columnRoles([file, who, same, code, session, note, ...pixels], { header: true });
    expect(roles).toMatchObject({ names: file, identifiers: [code], pixels });
    expect(roles.candidates.map((candidate) => candidate.column)).toEqual([who]);
    expect(named(roles.others)).toEqual(['session', 'note', 'name']);
  });

  it('keep quantities of different names as features, but not those that hint at subjects', () => {
    const features = ['length', 'width', 'height'].map((name, i) =>
      column(
        name,
        each((row) => (row * 7 + i) % 11),
      ),
    );
    const label = column('class', subjects);
    const roles = columnRoles([...features, label], { header: true });
    expect(roles).toMatchObject({ pixels: features, family: false });
    expect(roles.candidates).toMatchObject([{ column: label, hint: 'hinted' }]);
  });
});

describe('positions in the names of columns', () => {
  const grid = (rows: number, cols: number, byColumns = false): string[] =>
    Array.from({ length: rows * cols }, (_, i) =>
      byColumns ? `r${(i % rows) + 1}c${Math.floor(i / rows) + 1}` : `r${Math.floor(i / cols) + 1}c${(i % cols) + 1}`,
    );

  it('state shape and order, if they name every pixel in order', () => {
    expect(shapeOfNames(grid(3, 4))).toEqual({ rows: 3, cols: 4, order: 'rows' });
    expect(shapeOfNames(grid(3, 4, true))).toEqual({ rows: 3, cols: 4, order: 'columns' });
    expect(shapeOfNames(grid(3, 4).slice(1))).toBeNull();
    expect(shapeOfNames(grid(3, 4).with(5, 'r1c1'))).toBeNull();
    expect(shapeOfNames(['p1', 'p2'])).toBeNull();
    expect(shapeOfNames([])).toBeNull();
  });
});
