import { describe, expect, it } from 'vitest';
import { enrolmentFromFiles } from '../../../../src/core/protocols/enrolment/enrolmentFiles.ts';
import { bytes, subjects } from '../sixSubjects.ts';

const LISTS = {
  'norm/train_world.lst': 'Ann_0001 1\nAnn_0002 1\n',
  'dev/for_models.lst': 'Cid_0001 3 3\nDee_0001 4 4\n',
  'dev/for_probes.lst': 'Cid_0002 3\nDee_0002 4\n',
  'eval/for_models.lst': 'Eve_0001 5 5\nFay_0001 6 6\n',
  'eval/for_probes.lst': 'Eve_0002 5\nFay_0002 6\n',
};
const given = {
  world: [0, 1],
  development: { enrol: [8, 12], probe: [9, 13] },
  evaluation: { enrol: [16, 20], probe: [17, 21] },
};
const files = (lists: Record<string, string>) =>
  enrolmentFromFiles(
    Object.entries(lists).map(([name, text]) => ({ name, bytes: bytes(text) })),
    subjects,
  );
const TOO_FEW = 'expected at least 2 images of the world, and 2 enrolled and 2 probes of either set';

describe('the lists of Bob', () => {
  it('are told by the ends of their paths, among other files and in folders of any system', () => {
    expect(files(LISTS)).toEqual(given);
    const moved = Object.entries(LISTS).map(([name, text]) => [`C:\\x\\${name.replaceAll('/', '\\')}`, text]);
    expect(files({ 'dev/for_models.lst.bak': 'x', ...Object.fromEntries(moved) })).toEqual(given);
    const { 'dev/for_probes.lst': development, 'eval/for_probes.lst': evaluation, ...others } = LISTS;
    const scores = { 'dev/for_scores.lst': development, 'eval/for_scores.lst': evaluation };
    expect(files({ ...others, ...scores, 'train_world.lst': 'Ann_0001 1\nAnn_0002 1' })).toEqual(given);
  });

  it('may have blanks, empty lines, any ends of lines, and images that are listed for several scores', () => {
    const lists = { ...LISTS, 'dev/for_probes.lst': '\r\n  Cid_0002\t3 a\r\n \r\nDee_0002 4\r\nCid_0002 3 b\r\n' };
    expect(files(lists)).toEqual(given);
  });

  it('name the file that lacks, and file and line that does not fit', () => {
    for (const lacking of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
      const { [lacking]: _, ...others } = LISTS;
      expect(() => files(others)).toThrow(`expected the file ${lacking} among ${Object.keys(others).join(', ')}`);
      expect(() => files({ ...LISTS, [lacking]: `Ann_0001 1\n\nZoe_1 2\n` })).toThrow(
        `line 3 of ${lacking}: the dataset has no file "Zoe_1"`,
      );
      expect(() => files({ ...LISTS, [lacking]: 'Ann_0001 1\nAnn_0001 1\n' })).toThrow(TOO_FEW);
    }
  });
});

describe('a table of enrolment', () => {
  const rows = [
    ['Ann_0001', 'World', ''],
    ['1', ' world ', 'none'],
    ['8', 'dev', 'enrol'],
    ['12', 'development', ' Enrol'],
    ['9', 'DEV', 'probe'],
    ['13', 'dev', 'PROBE'],
    ['16', 'eval', 'enrol'],
    ['20', 'Evaluation', 'enrol'],
    [' 17 ', 'eval', 'probe'],
    ['21', 'eval', 'probe'],
  ];
  const table = (header: string, lines: readonly (readonly string[])[]) =>
    files({ 'all.csv': [header, ...lines.map((cells) => cells.join(','))].join('\n') });

  it('has the images by index or name, with their set and role, in columns of any order', () => {
    expect(table('index, Set ,ROLE', rows)).toEqual(given);
    for (const order of [
      [1, 0, 2],
      [2, 1, 0],
    ]) {
      const turned = (cells: readonly string[]) => order.map((at) => cells[at]);
      expect(table(turned(['index', 'set', 'role']).join(), rows.map(turned))).toEqual(given);
    }
    const named = rows.map(([image, ...others]) => {
      const place = Number(image);
      return [place > 0 ? subjects[Math.floor(place / 4)].images[place % 4].file : image, ...others];
    });
    expect(table('file,set,role', named)).toEqual(given);
    // An index is what counts where there is a file too.
    expect(
      table(
        'file,set,role,index',
        rows.map(([image, ...others]) => ['x', ...others, image]),
      ),
    ).toEqual(given);
  });

  it('takes a number for a name where there is no column of indices', () => {
    expect(() => table('file,set,role', rows)).toThrow('line 3: the dataset has no file "1"');
    expect(() => table('\nfile,set,role\n', rows)).toThrow('line 5: the dataset has no file "1"');
  });

  it('names the line that does not fit, and the columns that it lacks', () => {
    for (const [image, set, role] of [
      ['0', 'test', 'enrol'],
      ['0', 'dev', 'model'],
      ['0', 'constructor', 'probe'],
      ['0', 'dev', 'constructor'],
    ]) {
      expect(() => table('index,set,role', [...rows, [image, set, role]])).toThrow(
        'line 12: expected the set world, development or evaluation, the latter with the role enrol or probe, ' +
          `found "${set}", "${role}"`,
      );
    }
    expect(() => table('index,set,role', [...rows, ['Zoe', 'world', '']])).toThrow(
      'line 12: the dataset has no file "Zoe"',
    );
    for (const header of ['x,set,role', 'file,x,role', 'index,set,x']) {
      expect(() => table(header, rows)).toThrow(
        `expected the lists of Bob, or a table with the columns file (or index), set and role; found ${header.replaceAll(',', ', ')}`,
      );
    }
  });

  it('has two images of every kind', () => {
    const without = (line: number) => () => table('index,set,role', rows.toSpliced(line, 1));
    for (const line of rows.keys()) expect(without(line)).toThrow(TOO_FEW);
  });
});
