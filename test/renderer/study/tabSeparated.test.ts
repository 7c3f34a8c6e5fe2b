import { describe, expect, it } from 'vitest';
import { tabSeparated } from '../../../src/renderer/study/tabSeparated.ts';
import { fakeResults, fakeStudy } from '../fakeData.ts';

describe('tabSeparated', () => {
  it('has a line a method and a column a condition, the footer below', () => {
    const { table } = fakeResults(fakeStudy(1));
    const lines = tabSeparated(table).split('\n');
    expect(lines[0]).toBe('Method\tk = 2\tk = 3\tk = 4');
    expect(lines[4]).toMatch(/^GLRAM\t16\.2 ± 1\.7 \(14, 6\)\t/);
    expect(lines.slice(0, 6).every((line) => line.split('\t').length === 4)).toBe(true);
    expect(lines.at(-2)).toBe(table.footer.at(-1));
  });

  it('keeps a label with a tab in its column', () => {
    const { table } = fakeResults(fakeStudy(1));
    const odd = { ...table, rows: [{ ...table.rows[0], label: 'a\tb' }] };
    expect(tabSeparated(odd).split('\n')[1].split('\t')).toHaveLength(4);
  });
});
