import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../../src/main/import/index.ts';
import { folderOf } from '../folder.ts';

const HEAD = `% faces
@RELATION faces

@attribute 'pixel 1' NUMERIC
@attribute p2 real
@attribute p3 integer [0,255]
@attribute session {first,'the second'}
@attribute class {anna, "b\\"ob"}
@data
`;
const pathOf = (text: string) => join(folderOf({ 'faces.arff': text }), 'faces.arff');
const read = (text: string, recipe = {}) => importDataset({ path: pathOf(text), size: null, recipe });

describe('ARFF files', () => {
  it('are vectors with the last nominal attribute as subject, other texts as attributes', async () => {
    const { layout, images, subjects, files, attributes } = await read(
      `${HEAD}% a comment\n1, 2.5 ,3,first,anna\n\n-1e2,0,7,'the second',"b\\"ob", {2}\r\n`,
    );
    expect({ layout, subjects, files, attributes }).toEqual({
      layout: 'arff',
      subjects: ['anna', 'b"ob'],
      files: ['faces.arff#1', 'faces.arff#2'],
      attributes: [{ session: 'first' }, { session: 'the second' }],
    });
    expect([images.rows, images.cols, images.count]).toEqual([3, 1, 2]);
    expect([...images.pixels]).toEqual([1, 2.5, 3, -100, 0, 7]);
  });

  it('may be sparse: numbers that are not named are 0, nominal values the first', async () => {
    const { images, subjects, attributes } = await read(
      `${HEAD}{1 4, 4 'b\\"ob'}\n{}\n{0 1, 2 -3, 3 'the second'}, {0.5}\n`,
    );
    expect([...images.pixels]).toEqual([0, 4, 0, 0, 0, 0, 1, 0, -3]);
    expect(subjects).toEqual(['b"ob', 'anna', 'anna']);
    expect(attributes.map(({ session }) => session)).toEqual(['first', 'first', 'the second']);
  });

  it('take another attribute as subject, and a size of images', async () => {
    const { images, subjects } = await read(`${HEAD}1,2,3,first,anna\n4,5,6,'the second',anna\n`, {
      labels: 'session',
      imageSize: { rows: 1, cols: 3 },
    });
    expect(subjects).toEqual(['first', 'the second']);
    expect([images.rows, images.cols]).toEqual([1, 3]);
  });

  it.each([
    ['1,2,3,first', 'faces.arff: expected 5 values in line 10, found 4.'],
    ['1,2,3,first,anna\n1,2,x,first,anna', 'expected a finite number of p3 in line 11, found "x"'],
    ['1,?,3,first,anna', 'expected a value of p2 in line 10, found a missing one (?)'],
    ['1,2,3,third,anna', 'expected one of first, the second as session in line 10, found "third"'],
    ["1,2,3,'first,anna", "expected a closing ' in line 10, found its end"],
    ['{1 2, 1 3}', 'expected an index from 2 to 4 in line 10, found 1'],
    ['{5 1}', 'expected an index from 0 to 4 in line 10, found 5'],
    ['{1}', 'expected index and value in line 10, found "1"'],
    ['{1 2', 'expected {index value, …} in line 10, found "{1 2"'],
    ['', 'expected instances after @data, found none'],
  ])('%j are refused with the line', async (body, message) => {
    await expect(read(HEAD + body)).rejects.toThrow(message);
  });

  it.each([
    ['@relation r\n@attribute a numeric\n', 'expected a line @data, found the end of the file'],
    ['@attribute a relational\n@data\n', 'as the type of a in line 1, found "relational"'],
    ['@attribute a {x,y\n@data\n', 'expected } at the end of line 1, found "{x,y"'],
    ['@attribute a\n@data\n1', 'expected @attribute name type in line 1, found "@attribute a"'],
    ['1,2\n', 'expected @attribute or @data in line 1, found "1,2"'],
    ['@data\n1,2\n', 'expected lines of @attribute before @data, found none'],
    ['@attribute a {x}\n@data\nx', 'faces.arff holds no pixels: expected columns of numbers'],
  ])('heads such as %j are refused with the line', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('with missing values say how many rows and attributes have them, and are read without either', async () => {
    const gaps = `${HEAD}1,2,3,first,anna\n1,?,3,?,anna\n4,5,6,first,?\n`;
    await expect(read(gaps)).rejects.toThrow(
      'expected a value of p2 in line 11, found a missing one (?); --missing rows leaves out 2 rows, ' +
        '--missing attributes 3 attributes.',
    );
    const rows = await read(gaps, { missing: 'rows' });
    expect([rows.subjects, [...rows.images.pixels]]).toEqual([['anna'], [1, 2, 3]]);
    await expect(read(gaps, { missing: 'attributes' })).rejects.toThrow('--missing rows leaves out 2 rows');
    const attributes = await read(`${HEAD}1,2,3,first,anna\n1,?,3,?,anna\n`, { missing: 'attributes' });
    expect([...attributes.images.pixels]).toEqual([1, 3, 1, 3]);
    expect(attributes.attributes).toEqual([{}, {}]);
    await expect(read(`${HEAD}1,?,3,first,anna`, { missing: 'rows' })).rejects.toThrow('found none');
  });

  it('without a nominal attribute ask which is the subject: all images would be of one', async () => {
    const numbers = '@attribute a numeric\n@attribute b numeric\n@data\n1,2\n3,2\n';
    await expect(read(numbers)).rejects.toThrow('faces.arff has no nominal attribute. State --labels b');
    expect((await read(numbers, { labels: 'b' })).subjects).toEqual(['2', '2']);
    expect((await read(numbers, { labels: 'none' })).images.rows).toBe(2);
  });

  it('keep the numbers of subjects as they are written', async () => {
    const rows = ['001', '1', '01', '1.10'].map((id) => `${id},5,6`);
    const text = `@attribute id numeric\n@attribute p1 real\n@attribute p2 real\n@data\n${rows.join('\n')}\n`;
    expect((await read(text, { labels: 'id' })).subjects).toEqual(['001', '1', '01', '1.10']);
  });

  it('with control characters are refused with the line, and packed ones are read', async () => {
    await expect(read(HEAD.replace('p2', 'p\u00072'))).rejects.toThrow('without control characters in line 5');
    const path = join(folderOf({ 'faces.arff.gz': gzipSync(`${HEAD}1,2,3,first,anna\n`) }), 'faces.arff.gz');
    const { images } = await importDataset({ path, size: null, recipe: {} });
    expect([...images.pixels]).toEqual([1, 2, 3]);
    const damaged = join(folderOf({ 'f.arff.gz': gzipSync(HEAD).subarray(0, 40) }), 'f.arff.gz');
    await expect(importDataset({ path: damaged, size: null, recipe: {} })).rejects.toThrow('a whole gzip file');
  });

  it('refuse labels that they do not have, with those that there are', async () => {
    await expect(read(`${HEAD}1,2,3,first,anna`, { labels: 'who' })).rejects.toThrow(
      '--labels who: faces.arff has no such column; it has pixel 1, p2, p3, session, class.',
    );
  });
});
