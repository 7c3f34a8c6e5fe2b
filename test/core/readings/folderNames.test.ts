import { describe, expect, it } from 'vitest';
import {
  commonFolder,
  folderAttributes,
  isContainer,
  judgeNames,
  setOf,
} from '../../../src/core/readings/folderNames.ts';

const PEOPLE = ['anna', 'bob', 'carl', 'dora', 'emil'];

/** Paths of four images of each of five persons. */
const paths = (pathOf: (person: string, s: number, k: number) => string): string[] =>
  PEOPLE.flatMap((person, s) => [1, 2, 3, 4].map((k) => pathOf(person, s + 1, k)));

/** The readings as title and number of subjects, with what leaves them open. */
function judged(files: readonly string[]) {
  const { readings, settled, text } = judgeNames(files);
  const titles = readings.map(
    ({ title, subjects }) => `${title}: ${new Set(subjects.filter((subject) => subject !== null)).size}`,
  );
  return { titles, settled, text };
}

describe('the common folder', () => {
  it.each([
    [[], ''],
    [['a.pgm', 'b.pgm'], ''],
    [['x/a.pgm', 'x/b.pgm'], 'x/'],
    [['x/s1/a.pgm', 'x/s2/b.pgm'], 'x/'],
    [['x/s1/a.pgm', 'xy/s1/b.pgm'], ''],
    [['x/y/s1/a.pgm'], 'x/y/s1/'],
  ])('of %j is "%s"', (files, folder) => {
    expect(commonFolder(files)).toBe(folder);
  });
});

describe('names of containers', () => {
  it.each(['train', 'TrainDatabase', 'test_images', 'testset2', 'GallerySet', 'faces', 'RAW', 'positives'])(
    'include %s',
    (name) => expect(isContainer(name)).toBe(true),
  );

  it.each(['anna', 's1', '01', 'orl_faces', 'Testa', 'setter', 'trainer', 'Valery'])('do not include %s', (name) =>
    expect(isContainer(name)).toBe(false),
  );

  it('say the set', () => {
    const names = ['TrainDatabase', 'testing', 'Val', 'GallerySet', 'query', 'images', 'anna'];
    expect(names.map(setOf)).toEqual(['train', 'test', 'validation', 'gallery', 'probe', null, null]);
  });

  it('become attributes: sets if there are two, else the folders', () => {
    expect(folderAttributes([['TrainDatabase', 'men'], ['TestDatabase'], []])).toEqual([
      { set: 'train', folder: 'men' },
      { set: 'test' },
      {},
    ]);
    expect(folderAttributes([['train'], ['raw', 'x']])).toEqual([{ folder: 'train' }, { folder: 'raw/x' }]);
  });
});

describe('folders of subjects', () => {
  it.each([
    ['bare numbers', paths((person, _, k) => `${person}/${k}.pgm`)],
    ['names that repeat the folder', paths((person, _, k) => `db/${person}/${person}_${k}.pgm`)],
    ['one word and numbers', paths((person, s, k) => `${person}/img_${s}${k}.pgm`)],
    ['sets above them', paths((person, _, k) => `${k < 3 ? 'Train' : 'Test'}Database/${person}/${k}.pgm`)],
    ['parts of the people above them', paths((person, s, k) => `${s < 3 ? 'men' : 'women'}/${person}/${k}.pgm`)],
    [
      'a container with a tenth of the images',
      [...paths((person, _, k) => `${person}/${k}.pgm`), 'raw/1.pgm', 'raw/2.pgm'],
    ],
  ])('are without doubt with %s', (_, files) => {
    const { settled, text, readings } = judgeNames(files);
    expect({ settled, text, pattern: readings[0].pattern }).toEqual({ settled: true, text: '', pattern: null });
  });

  it('may be two persons below sets, but are asked alone', () => {
    const two = ['anna', 'bob'].flatMap((person) => [1, 2].map((k) => `${person}/${k}.pgm`));
    expect(judgeNames(['train', 'test'].flatMap((set) => two.map((file) => `${set}/${file}`))).settled).toBe(true);
    expect(judged(two)).toMatchObject({ settled: false, text: expect.stringContaining('only 2 folders') });
  });

  it('are asked where most hold one image, depths differ or a file lies beside them', () => {
    expect(judged(PEOPLE.map((person) => `${person}/1.pgm`)).text).toBe('Many folders hold a single image.');
    const files = paths((person, s, k) => `${s < 3 ? '' : 'more/'}${person}/${k}.pgm`);
    expect(judged(files)).toMatchObject({ settled: false, text: 'The images are at several depths.' });
    const { readings } = judgeNames([...paths((person, _, k) => `${person}/${k}.pgm`), 'plot.pgm']);
    expect(readings[0].concerns).toContain('1 file does not fit and would be left out.');
    expect(readings[0].subjects.at(-1)).toBeNull();
  });

  it('that recur in several places give way to the folders above, if these are more', () => {
    const poses = paths((person, _, k) => `${person}/${k % 2 ? 'left' : 'right'}/${k}.pgm`);
    expect(judged(poses).titles).toEqual(['The folder above the last: 5', 'The last folder: 2']);
    const sessions = paths((person, _, k) => `session${k % 2}/${person}/${k}.pgm`);
    expect(judged(sessions).titles).toEqual(['The last folder: 5', 'The folder above the last: 2']);
    expect(judged(sessions).text).toBe('Folders of the same name are in several places.');
  });

  it('give way to names that cross them, if these are more', () => {
    const poses = paths((_, s, k) => `C0${k}/0${s}_001.pgm`);
    expect(judged(poses)).toEqual({
      titles: ['The first part of each name: 5', 'The folder: 4'],
      settled: false,
      text: 'Folders give 4 subjects, names 5.',
    });
    const words = paths((person, _, k) => `${['happy', 'sad', 'wink'][k % 3]}/${person}${k}.pgm`);
    expect(judged(words).titles[0]).toBe('The words before the number: 5');
  });

  it('that look like sets come last', () => {
    const files = paths((_, s, k) => `${k === 1 ? 'GallerySet' : 'ProbeSet'}/subject${s}_img${k}.png`);
    const { titles, text } = judged([...files, 'results/plot.png']);
    expect(text).toBe('"GallerySet", "ProbeSet" … look like sets, not persons.');
    expect([titles[0], titles.at(-1)]).toEqual(['The word and number that begin each name: 5', 'The folder: 3']);
    const numbers = paths((_, s, k) => `${k < 3 ? 'Train' : 'Test'}Database/${4 * s + k}.png`);
    expect(judgeNames(numbers)).toMatchObject({ settled: false, containers: true, readings: [{ pattern: null }] });
  });
});

describe('names in one folder', () => {
  it('are read at once if a word and number begin all of them', () => {
    const files = paths((_, s, k) => `faces/person0${s}_0${k}.png`);
    const { settled, readings } = judgeNames(files);
    expect(settled).toBe(true);
    expect(readings[0].subjects.slice(0, 5)).toEqual(['person01', 'person01', 'person01', 'person01', 'person02']);
    expect(judgeNames([...files, 'faces/plot.png']).settled).toBe(false);
    const many = Array.from({ length: 30 }, (_, k) => `faces/person01_1${k}.png`);
    expect(judgeNames([...files, ...many]).settled).toBe(false);
  });

  it.each([
    ['The first part of each name: 5', paths((person, _, k) => `${person}-${k}.png`)],
    ['The first two parts of each name: 5', paths((person, s, k) => `${s % 2 ? 'm' : 'w'}-${person}-${k}.png`)],
    ['The words before the number: 5', paths((person, _, k) => `${person}${k}.png`)],
    ['The letters before the first digit: 5', paths((person, _, k) => `${person}${k}x.png`)],
    ['The first two of four digits: 5', paths((_, s, k) => `s0${s}0${k}.png`)],
    ['The letters and digits that begin each name: 5', paths((_, s, k) => `i00${s}q${'abcd'[k - 1]}-fn.png`)],
    ['The number before a letter that begins each name: 5', paths((_, s, k) => `${s}${'abcd'[k - 1]}.png`)],
  ])('propose %s', (title, files) => {
    expect(judged(files)).toMatchObject({ settled: false });
    expect(judged(files).titles[0]).toBe(title);
  });

  it('list the last part, where the first is no person', () => {
    expect(judged(paths((person, _, k) => `img${k}-${person}.png`)).titles).toContain('The last part of each name: 5');
  });

  it('tell nothing by numbers, or where each is its own group', () => {
    expect(judgeNames(paths((_, s, k) => `${4 * s + k}.png`)).readings).toEqual([]);
    expect(judgeNames(PEOPLE.map((person) => `${person}_1.png`)).readings).toEqual([]);
    expect(judgeNames([]).readings).toEqual([]);
  });
});
