import { describe, expect, it } from 'vitest';
import { pairsFromFile } from '../../../../src/core/protocols/pairs/pairFiles.ts';
import { checkSpec } from '../../../../src/core/study/check/check.ts';
import { splitOf } from '../../../../src/core/study/splits/splits.ts';
import { bytes, facts, labels, problems, specOf, subjects } from '../sixSubjects.ts';

/** Two folds of two subjects or more, with 2 pairs of either kind. */
const PAIRS = `2\t2
Ann\t1\t2
Bob\t3\t4
Ann\t1\tBob\t1
Ann\t2\tCid\t3
Dee\t1\t4
Eve\t2\t3
Dee\t1\tEve\t1
Fay\t1\tEve\t4
`;

describe('pairs.txt of LFW', () => {
  it('becomes folds, each evaluated by model and threshold of the others', () => {
    const lists = pairsFromFile(bytes(PAIRS), subjects);
    expect(lists).toEqual([
      {
        genuine: [
          [0, 1],
          [6, 7],
        ],
        impostor: [
          [0, 4],
          [1, 10],
        ],
      },
      {
        genuine: [
          [12, 15],
          [17, 18],
        ],
        impostor: [
          [12, 16],
          [20, 19],
        ],
      },
    ]);
    const spec = specOf({ kind: 'pair-lists', lists, developmentFolds: 0 });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const split = splitOf(spec, facts, 'lists=folds', 1);
    expect([...split.train]).toEqual([12, 15, 16, 17, 18, 19, 20]);
    const { evaluation, development, threshold } = split.pairs!;
    expect(threshold).toBe('fewest errors');
    const read = (list: typeof evaluation) =>
      Array.from(list.probes, (p, at) => [split.gallery![list.references[at]], split.test[p], list.genuine[at]]);
    expect(read(evaluation)).toEqual([
      [0, 1, 1],
      [6, 7, 1],
      [0, 4, 0],
      [1, 10, 0],
    ]);
    expect(read(development)).toEqual([
      [12, 15, 1],
      [17, 18, 1],
      [12, 16, 0],
      [20, 19, 0],
    ]);
  });

  it('has a list apart that chooses the threshold, where there are three or more', () => {
    const list = (subject: number) => ({
      genuine: [[4 * subject, 4 * subject + 1]],
      impostor: [[4 * subject + 2, 4 * subject + 6]],
    });
    const lists = [list(0), list(2), list(4)];
    for (const use of ['folds', 'first']) {
      const spec = specOf({ kind: 'pair-lists', lists, use });
      expect(checkSpec(spec, facts).problems).toEqual([]);
      const subjects = (images: Iterable<number>) => [...new Set(Array.from(images, (image) => labels[image]))].sort();
      const { train, gallery, test, pairs } = splitOf(spec, facts, `lists=${use}`, 1);
      const [evaluated, developing] = [pairs!.evaluation, pairs!.development].map(({ probes, references }) =>
        subjects([...Array.from(probes, (p) => test[p]), ...Array.from(references, (r) => gallery![r])]),
      );
      expect({ learned: subjects(train), developing, evaluated }).toEqual(
        use === 'folds'
          ? { learned: [4, 5], developing: [2, 3], evaluated: [0, 1] }
          : { learned: [0, 1], developing: [2, 3], evaluated: [4, 5] },
      );
    }
    expect(problems({ kind: 'pair-lists', lists: lists.slice(1) })[0]).toMatch(
      /^protocol\.lists: of 2 folds one is decided/,
    );
  });

  it('of view 1 is a development list and a test list', () => {
    const [dev, test] = [PAIRS.split('\n').slice(1, 5), PAIRS.split('\n').slice(5, 9)].map((lines) =>
      pairsFromFile(bytes(['2', ...lines].join('\n')), subjects),
    );
    const spec = specOf({ kind: 'pair-lists', lists: [...dev, ...test], use: 'first' });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const split = splitOf(spec, facts, 'lists=first', 1);
    expect([...split.train]).toEqual([0, 1, 4, 6, 7, 10]);
  });

  it('is refused with the line that does not fit', () => {
    const read = (text: string) => () => pairsFromFile(bytes(text), subjects);
    expect(read(PAIRS.replace('Bob\t3\t4', 'Bob\t3\t9'))).toThrow('line 3: "Bob" has 4 images, found image 9');
    expect(read(PAIRS.replace('Bob\t3\t4', 'Zoe\t3\t4'))).toThrow('line 3: the dataset has no subject "Zoe"');
    expect(read(PAIRS.replace('Ann\t1\tBob\t1', 'Ann\t1\t3'))).toThrow(/^line 4: expected two names/);
    expect(read(PAIRS.replace('2\t2', '2\t3'))).toThrow(
      'expected 2 × 2 × 3 pairs as line 1 says, found 8 lines of pairs',
    );
    expect(read('a,b\n1,2\n')).toThrow(/first, second and genuine; found a, b/);
    expect(read('first,second,genuine\nAnn_0001.jpg,Bob_0001,maybe\n')).toThrow('line 2: expected 1 or 0 in genuine');
    expect(read('first,second,genuine\nAnn_0001.jpg,Bob_9,0\n')).toThrow('line 2: the dataset has no file "Bob_9"');
  });

  it('may be a table of files or indices instead', () => {
    const table =
      'fold,first,second,genuine\na,Ann_0001.jpg,Ann/Ann_0002.jpg,1\na,0,4,0\nb,Dee_0001,15,same\nb,12,16,different\n';
    expect(pairsFromFile(bytes(table), subjects)).toEqual([
      { genuine: [[0, 1]], impostor: [[0, 4]] },
      { genuine: [[12, 15]], impostor: [[12, 16]] },
    ]);
  });

  it('contradicts no dataset', () => {
    const good = { genuine: [[12, 13]], impostor: [[12, 16]] };
    expect(
      problems({
        kind: 'pair-lists',
        developmentFolds: 0,
        lists: [
          {
            genuine: [[0, 4]],
            impostor: [
              [0, 1],
              [2, 2],
              [0, 99],
            ],
          },
          good,
        ],
      }),
    ).toEqual([
      'protocol.lists[0].genuine[0]: images 0 and 4 are of two subjects in the dataset.',
      'protocol.lists[0].impostor[0]: images 0 and 1 are of one subject in the dataset.',
      'protocol.lists[0].impostor[1]: image 2 is compared with itself.',
      'protocol.lists[0].impostor[2]: there is no image 99; indices run from 0 to 23.',
    ]);
    expect(
      problems({
        kind: 'pair-lists',
        developmentFolds: 0,
        lists: [good, { genuine: [[14, 15]], impostor: [[14, 18]] }],
      })[0],
    ).toMatch(/^protocol\.lists\[0\]: its subjects are in the other lists too/);
  });
});
