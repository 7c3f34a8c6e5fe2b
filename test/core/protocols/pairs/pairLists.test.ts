import { describe, expect, it } from 'vitest';
import { pairsFromFile } from '../../../../src/core/protocols/pairs/pairFiles.ts';
import { pairLists, type PredefinedPairs } from '../../../../src/core/protocols/pairs/pairLists.ts';
import type { PairList } from '../../../../src/core/protocols/split.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { read } from '../faces.ts';
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

describe('lists of pairs', () => {
  /** Of the subjects 0 and 1, 2 and 3, and 3 to 5. */
  const lists: PredefinedPairs[] = [
    { genuine: [[0, 1]], impostor: [[2, 4]] },
    { genuine: [[9, 8]], impostor: [[10, 12]] },
    {
      genuine: [[16, 17]],
      impostor: [
        [13, 18],
        [20, 19],
      ],
    },
  ];
  const protocolOf = (change: object = {}) => ({
    kind: 'pair-lists' as const,
    lists,
    use: 'folds' as const,
    developmentFolds: 1,
    ...change,
  });
  /** Training images, and the pairs that are evaluated and that develop as reference, probe and kind. */
  const split = (change: object, repeat: number, source = facts) => {
    const { train, test, gallery, pairs } = pairLists.split(protocolOf(change), source, {
      seed: 1,
      condition: 0,
      repeat,
    });
    const pairsOf = ({ probes, references, genuine }: PairList) =>
      Array.from(probes, (probe, at) => [gallery![references[at]], test[probe], genuine[at]]);
    return [[...train], pairsOf(pairs!.evaluation), pairsOf(pairs!.development)];
  };
  const kinds = ({ genuine, impostor }: PredefinedPairs) => [
    ...genuine.map((pair) => [...pair, 1]),
    ...impostor.map((pair) => [...pair, 0]),
  ];
  const [first, second, third] = lists.map(kinds);
  const checked = (change: object, source = facts) =>
    pairLists.check(protocolOf(change), source, 1).map(({ path, message }) => {
      expect(message.startsWith(`${path}: `)).toBe(true);
      return message;
    });

  it('are learned from but for subjects that are decided or that develop apart', () => {
    expect(split({}, 1)).toEqual([[16, 17, 18, 19, 20], first, second]);
    expect(split({}, 2)).toEqual([[0, 1, 2, 4], second, third]);
    expect(split({}, 3)).toEqual([[8, 9, 10], third, first]);
    // Images that develop and are learned from have no strangers but those that are decided.
    expect(split({ developmentFolds: 0 }, 1)).toEqual([
      [8, 9, 10, 12, 13, 16, 17, 18, 19, 20],
      first,
      [...second, ...third],
    ]);
    expect(split({ developmentFolds: 0 }, 3)).toEqual([[0, 1, 2, 4, 8, 9, 10], third, [...first, ...second]]);
  });

  it('are a training and a test list, between which a third develops', () => {
    expect(split({ use: 'first' }, 1)).toEqual([[0, 1, 2, 4], third, second]);
    expect(split({ use: 'first', lists: lists.slice(1) }, 1)).toEqual([[8, 9, 10], third, second]);
    expect(checked({ use: 'first', developmentFolds: 9 })).toEqual([]);
    expect(checked({ use: 'first', lists: [...lists, lists[0]] })).toEqual([
      'protocol.lists: training, development and test are 2 or 3 lists, found 4.',
    ]);
    expect(checked({ lists: [...lists, lists[0]] })).not.toContainEqual(expect.stringMatching(/2 or 3 lists/));
  });

  it('lack pairs of which an image takes no part, whatever else they say of it', () => {
    const partly = { ...facts, labels: labels.with(0, -1).with(19, -1) };
    expect(split({}, 3, partly)).toEqual([[8, 9, 10], third.slice(0, 2), first.slice(1)]);
    // Neither image of a pair that takes no part contradicts its kind.
    const wrong = {
      genuine: [...lists[2].genuine, [0, 12], [12, 0]],
      impostor: [...lists[2].impostor, [0, 19]],
    };
    expect(checked({ use: 'first', lists: [lists[1], wrong] }, partly)).toEqual([]);
  });

  it('name images that there are, and ten problems of many', () => {
    const [good] = lists;
    const edge = { genuine: [[20, 23]], impostor: [[24, 8]] };
    expect(checked({ lists: [edge, good] })[0]).toBe(
      'protocol.lists[0].impostor[0]: there is no image 24; indices run from 0 to 23.',
    );
    const many = { genuine: new Array(12).fill([0, 4]), impostor: [[0, 4]] };
    expect(checked({ lists: [good, many] })).toEqual(
      Array.from(
        { length: 10 },
        (_, at) => `protocol.lists[1].genuine[${at}]: images 0 and 4 are of two subjects in the dataset.`,
      ),
    );
  });

  it('leave every repeat pairs of both kinds, and two images to learn from', () => {
    expect([checked({}), checked({ developmentFolds: 0 })]).toEqual([[], []]);
    const few = 'the images that take part leave it, or what develops it, no genuine or no impostor pair.';
    const without = (...images: number[]) => ({
      ...facts,
      labels: labels.map((label, image) => (images.includes(image) ? -1 : label)),
    });
    // The second list develops the first; it is decided in the second repeat.
    expect(checked({}, without(8))).toEqual([`protocol.lists[0]: ${few}`]);
    expect(checked({}, without(12))).toEqual([`protocol.lists[0]: ${few}`]);
    const four = [...lists.slice(0, 2), { genuine: [[16, 17]], impostor: [[18, 20]] }, lists[1]];
    expect(checked({ lists: four, developmentFolds: 0 }, without(16))).toEqual([`protocol.lists[2]: ${few}`]);
    expect(checked({ use: 'first', lists: lists.slice(1) }, without(17))).toEqual([`protocol.lists[1]: ${few}`]);

    const shared = (images: string) =>
      `its subjects are in the other lists too: ${images} of other subjects are left to learn from, at least 2 are needed.`;
    const learned = (pairs: PredefinedPairs) => checked({ use: 'first', lists: [pairs, lists[0]] });
    expect(learned({ genuine: [[3, 1]], impostor: [[5, 2]] })).toEqual([`protocol.lists[1]: ${shared('0 images')}`]);
    expect(learned({ genuine: [[3, 1]], impostor: [[5, 8]] })).toEqual([`protocol.lists[1]: ${shared('1 image')}`]);
    expect(learned({ genuine: [[3, 1]], impostor: [[12, 8]] })).toEqual([]);
    // The last fold alone has nothing to learn from: its subjects are those of the second list, and others.
    const last = { genuine: [[16, 17]], impostor: [[8, 12]] };
    expect(checked({ lists: [lists[0], { genuine: [[9, 10]], impostor: [[11, 13]] }, last] })).toEqual([
      `protocol.lists[2]: ${shared('0 images')}`,
    ]);
  });

  it('are a condition by their use, whose repeats are folds or one', () => {
    const said = (change: object) => {
      const protocol = protocolOf(change);
      return [
        ...pairLists.conditions(protocol),
        pairLists.repeats(protocol, () => facts),
        pairLists.repeatsAre(protocol),
        pairLists.summary(protocol),
        pairLists.reportsStandardError!(protocol),
      ];
    };
    expect(said({})).toEqual([{ key: 'lists=folds', title: 'pair lists' }, 3, 'folds', '3 lists of pairs', true]);
    expect(said({ use: 'first' })).toEqual([
      { key: 'lists=first', title: 'last pair list' },
      1,
      'predefined splits',
      'training and test pairs',
      false,
    ]);
    expect(pairLists.comparesPairs!(protocolOf())).toBe('images');
    const developing = (change: object) => pairLists.developsOnTraining!(protocolOf(change));
    expect([{}, { developmentFolds: 0 }].map(developing)).toEqual([false, true]);
    expect([{ use: 'first' }, { use: 'first', lists: lists.slice(1) }].map(developing)).toEqual([false, true]);
  });

  it('name their images once each, and are told apart by everything in them', () => {
    const named = pairLists.namedImages!(protocolOf({ lists: [lists[2], lists[2]] }));
    expect(named).toEqual([16, 17, 13, 18, 20, 19]);
    const keys = (change: object, count: number) => pairLists.repeatKeys!(protocolOf(change), count);
    const [one, two] = keys({}, 2);
    expect(one).toMatch(/^[0-9a-f]{16} 1$/);
    expect(two).toBe(one.replace(/1$/, '2'));
    for (const change of [{ developmentFolds: 0 }, { use: 'first' }, { lists: lists.toReversed() }]) {
      expect(keys(change, 1)).not.toEqual([one]);
    }
  });

  it('are said under the table and in prose', () => {
    const sentence = (change: object) => pairLists.sentence(protocolOf(change), 1);
    expect(sentence({})).toBe(
      'Verification of 3 predefined lists of pairs: for each a pair is accepted above the threshold that makes the ' +
        'fewest errors on the pairs of 1 other fold, and the model is learned on the images of the rest.',
    );
    const view = (pairs: string) =>
      'Verification of a predefined list of pairs: the model is learned on the images of a training list, of other ' +
      `subjects, and a pair is accepted above the threshold that makes the fewest errors on ${pairs}.`;
    expect(sentence({ use: 'first' })).toBe(view('the pairs of a second list, of other subjects again'));
    expect(sentence({ use: 'first', lists: lists.slice(1) })).toBe(view('its pairs'));
    const told = (change: object) => read(pairLists.prose(protocolOf(change), { images: 24, subjects: 6, repeats: 3 }));
    expect(told({})).toEqual([
      'Verification used three predefined lists of genuine and impostor pairs, each of which was one fold',
      expect.stringMatching(/^Each fold was tested once: .* one other fold/),
    ]);
    const viewed = (pairs: string) => [
      'Verification used a predefined list of genuine and impostor pairs',
      'The models were fitted to the images of a training list of other subjects, and a pair was accepted if its ' +
        `score exceeded the threshold with the fewest errors on the pairs of ${pairs} list`,
    ];
    expect(told({ use: 'first' })).toEqual(viewed('a second'));
    expect(told({ use: 'first', lists: lists.slice(1) })).toEqual(viewed('that'));
  });
});
