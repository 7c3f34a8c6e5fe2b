import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { defaultPageOptions, pageOptionsSchema, type PageOptions } from '../../../../src/core/report/pageOptions.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { wordDocument } from '../../../../src/main/export/word/wordDocument.ts';
import { orlStudy } from '../../../core/report/orlStudies.ts';
import { tableOfSpec } from '../../../core/report/presetTables.ts';
import { table } from '../../../core/report/sampleTable.ts';

const perturbed = orlStudy({
  protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 3 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20], on: 'test' }],
});
const verification: StudyTable = {
  ...table,
  measure: measureOf('verification-eer'),
  conditions: table.conditions.slice(0, 1),
  rows: table.rows.map((row) => ({ ...row, entries: row.entries.slice(0, 1) })),
};

const write = (of: StudyTable, study = orlStudy({}), page: PageOptions = defaultPageOptions): Promise<Uint8Array> =>
  wordDocument(of, page, { version: '1.2.3', comparison: study.spec.comparison, layouts: ['orl'] }, [study]);

const read = (archive: Uint8Array, name = 'word/document.xml'): string =>
  new TextDecoder().decode(unzipSync(archive)[name]);

/** Elements of a name that do not contain each other. */
function elements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`, 'gs')) ?? [];
}

/** The text of runs and equations. */
function textOf(xml: string): string {
  const texts = [...xml.matchAll(/<(?:w|m):t(?: [^>]*)?>([^<]*)</g)].map(([, text]) => text);
  return texts.join('').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The rows of every table, as their cells. */
function tablesOf(xml: string): string[][][] {
  return elements(xml, 'w:tbl').map((one) => elements(one, 'w:tr').map((row) => elements(row, 'w:tc')));
}

afterEach(() => vi.useRealTimers());

describe('the Word document of a table', () => {
  it('has the same bytes whenever it is written', async () => {
    const writtenAt = async (time: string): Promise<Uint8Array> => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
      return write(table);
    };
    expect(await writtenAt('2031-05-06T07:08:09Z')).toEqual(await writtenAt('2026-01-02T03:04:05Z'));
  });

  it('has a table with a row a method and a cell an entry, the best in bold and marks as superscripts', async () => {
    const [rows, ...others] = tablesOf(read(await write(table)));
    expect(others).toEqual([]);
    expect(rows.map((cells) => cells.map((cell) => textOf(cell).replace(/\u2007|\u00a0/g, ' ')))).toEqual([
      ['Method', 'k = 2', 'k = 3'],
      ['PCA, whitened “raw”', '29.7 ±  3.0* (37)', '10.0 ± 0.0 (40)'],
      ['BPPCA', '18.1 ± 10.3• (10, 3)', ' 9.8       (12, 3)'],
      ['GLRAM', 'failed', '–'],
    ]);
    const bold = (cell: string): string[] => elements(cell, 'w:r').filter((run) => /<w:b\/>/.test(run));
    expect(rows.flat().flatMap(bold).map(textOf)).toEqual(['18.1', '9.8']);
    const raised = rows.flat().flatMap((cell) => elements(cell, 'w:r').filter((run) => run.includes('superscript')));
    expect(raised.map(textOf).filter((mark) => mark !== '\u2007')).toEqual(['*', '•']);
  });

  it('merges the heads of conditions, and repeats every row of the head on each page', async () => {
    const xml = read(await write(tableOfSpec(perturbed.spec), perturbed));
    const [rows] = tablesOf(xml);
    expect(rows.slice(0, 2).map((cells) => cells.map(textOf))).toEqual([
      ['', 'k = 2', 'k = 4', '', ''],
      [
        'Method',
        'clean',
        'noise σ = 20 (test)',
        'clean',
        'noise σ = 20 (test)',
        expect.any(String),
        expect.any(String),
      ],
    ]);
    const spans = rows[0].map((cell) => /<w:gridSpan w:val="(\d+)"/.exec(cell)![1]);
    expect(spans).toEqual(['1', '2', '2', '1', '1']);
    const heads = elements(xml, 'w:tr').map((row) => row.includes('<w:tblHeader/>'));
    expect(heads).toEqual([true, true, ...rows.slice(2).map(() => false)]);
    expect(rows.slice(2).map((cells) => cells.length)).toEqual([7, 7]);
  });

  it('has rules above, below the head and below the last row', async () => {
    const [rows] = tablesOf(read(await write(table)));
    const rule = (side: string, cell: string): string | undefined =>
      new RegExp(`<w:${side} w:val="single"[^>]* w:sz="(\\d+)"`).exec(
        /<w:tcBorders>.*?<\/w:tcBorders>/s.exec(cell)![0],
      )?.[1];
    expect(rows.map(([cell]) => [rule('top', cell), rule('bottom', cell)])).toEqual([
      ['8', undefined],
      ['4', undefined],
      [undefined, undefined],
      [undefined, '8'],
    ]);
  });

  it('is of a single condition of verification', async () => {
    const [rows] = tablesOf(read(await write(verification)));
    expect(rows.map((cells) => cells.length)).toEqual([2, 2, 2, 2]);
    expect(textOf(read(await write(verification)))).toMatch(/^Table 1\. Verification EER in per cent on /);
  });

  it('sets formulas as equations', async () => {
    const study = orlStudy({ comparison: { test: 'corrected-resampled-t' } });
    const xml = read(await write(tableOfSpec(study.spec), study));
    const equations = elements(xml, 'm:oMath');
    expect(equations.map(textOf)).toEqual(
      expect.arrayContaining(['k = 2', 'α = 0.05', '56 × 46', 'k ∈ {2, 4}', '(1/n + ntest/ntrain) s2']),
    );
    const variance = equations.find((each) => textOf(each).startsWith('(1/n'))!;
    expect(elements(variance, 'm:sSub').map(textOf)).toEqual(['ntest', 'ntrain']);
    expect(elements(variance, 'm:sSup').map(textOf)).toEqual(['s2']);
  });

  it('has caption, notes, and the methods with the numbers of the publications', async () => {
    const paragraphs = elements(read(await write(table)), 'w:p').map(textOf);
    expect(paragraphs[0]).toBe('Table 1. Error rate in per cent on orl_56x46, 9 of 18 cells.');
    expect(paragraphs).toContain('Error rate in per cent. Bold: least mean error. • better; * worse (α = 0.05).');
    const at = paragraphs.indexOf('Methods');
    expect(paragraphs[at + 1]).toMatch(
      /^We compared PCA, whitened “raw”\u00a0\[1\], BPPCA\u00a0\[2\] and GLRAM\u00a0\[3\] on /,
    );
    const list = paragraphs.slice(paragraphs.indexOf('References') + 1);
    expect(list[0]).toMatch(/^\[1\].*Eigenfaces for recognition/);
    const cited = new Set(paragraphs[at + 1].match(/(?<=\[(?:\d+, )*)\d+(?=[^[]*\])/g));
    expect(cited).toEqual(new Set(list.map((_, n) => `${n + 1}`)));
  });

  it('is set for the line of the page, in landscape if that is wide', async () => {
    const size = async (width: PageOptions['width']): Promise<string> =>
      /<w:pgSz [^>]*>/.exec(read(await write(table, undefined, pageOptionsSchema.parse({ width }))))![0];
    expect(await size('page')).toMatch(/w:w="11906" w:h="16838" w:orient="portrait"/);
    expect(await size('landscape')).toMatch(/w:w="16838" w:h="11906" w:orient="landscape"/);
    const column = read(await write(table, undefined, pageOptionsSchema.parse({ width: 'column', notes: 'none' })));
    expect(textOf(column)).not.toContain('(10, 3)');
    expect(textOf(column)).not.toContain('Bold: least');
  });
});
