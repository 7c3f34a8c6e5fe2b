import { describe, expect, it } from 'vitest';
import { imageLookup, subjectLookup } from '../../../src/core/importedResults/names.ts';

const target = (subjects: readonly string[]) => ({ facts: { labels: [], subjects } });
const look = (texts: readonly string[], subjects: readonly string[], fits?: Parameters<typeof subjectLookup>[2]) =>
  texts.map(subjectLookup(texts, target(subjects), fits));

describe('subjects in a file of results', () => {
  it('are names, with or without the apostrophe that keeps spreadsheets from running them', () => {
    expect(look(["'=2+3", '=2+3', 'b'], ['b', '=2+3'])).toEqual([1, 1, 0]);
    // Where both names exist, the apostrophe is that of the table.
    expect(look(["'=2+3", "''=2+3"], ['=2+3', "'=2+3"])).toEqual([0, 1]);
    expect(look(["'=2+3"], ["'=2+3"])).toEqual([0]);
    expect(look(['c'], ['a', 'b'])).toEqual([null]);
  });

  it('are names as they are: "001" and "1" are two', () => {
    expect(look(['1', '001'], ['001', '1'])).toEqual([1, 0]);
  });

  it('may have lost the zeros of their names, where they cannot be numbers from 0', () => {
    expect(look(['1', '2', '3'], ['001', '002', '003'])).toEqual([0, 1, 2]);
    expect(look(['0', '1', '2'], ['001', '002', '003'])).toEqual([0, 1, 2]);
    expect(look(['0', '2'], ['a', 'b', 'c'])).toEqual([0, 2]);
    // Two names that are the same number.
    expect(look(['1', '0'], ['01', '001'])).toEqual([1, 0]);
    expect(look(['7'], ['a', 'b'])).toEqual([null]);
  });

  it('are refused where they may be either, unless the labels of the images tell', () => {
    const subjects = ['001', '002', '003'];
    expect(() => look(['1', '2'], subjects)).toThrow(
      'expected names of subjects as in the dataset, such as "001", found "1", which may be that name or a number from 0: write the names, or add a column "label"',
    );
    expect(look(['1', '2'], subjects, (lookup) => lookup('1') === 0)).toEqual([0, 1]);
    expect(look(['1', '2'], subjects, (lookup) => lookup('1') === 1)).toEqual([1, 2]);
  });
});

describe('images in a file of results', () => {
  it('are files as tables for spreadsheets write them', () => {
    const files = ['=1/a.png', "'=1/b.png", 's/c.png'];
    const texts = ["'=1/a.png", "''=1/b.png", 's/c'];
    expect(texts.map(imageLookup(texts, { files }))).toEqual([0, 1, 2]);
  });
});
