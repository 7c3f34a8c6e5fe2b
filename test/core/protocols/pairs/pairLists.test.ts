import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { enrolmentFromFiles } from '../../../../src/core/protocols/enrolment/enrolmentFiles.ts';
import { pairsFromFile } from '../../../../src/core/protocols/pairs/pairFiles.ts';
import { declarationOf } from '../../../../src/core/protocols/registry.ts';
import { checkSpec } from '../../../../src/core/study/check/check.ts';
import { studySpecSchema, type StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../../src/core/study/splits/splits.ts';

const names = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay'];
const EACH = 4;
const labels = Int32Array.from({ length: names.length * EACH }, (_, i) => Math.floor(i / EACH));
const facts: DatasetFacts = { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: names };
const subjects = names.map((subject, s) => ({
  subject,
  images: Array.from({ length: EACH }, (_, i) => ({
    index: s * EACH + i,
    file: `${subject}/${subject}_000${i + 1}.jpg`,
  })),
}));
const bytes = (text: string) => new TextEncoder().encode(text);

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
const specOf = (protocol: object): StudySpec =>
  studySpecSchema.parse({ name: 'x', dataset: 'faces', protocol, methods: [{ method: 'pca', latent: [1] }] });
const problems = (protocol: object) => checkSpec(specOf(protocol), facts).problems.map(({ message }) => message);

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

describe('enrolment', () => {
  const lists = (paths: Record<string, string>) =>
    Object.entries(paths).map(([name, text]) => ({ name, bytes: bytes(text) }));
  const BOB = {
    'x/norm/train_world.lst': 'Ann/Ann_0001 1\nAnn/Ann_0002 1\nBob/Bob_0001 2\n',
    'x/dev/for_models.lst': 'Cid/Cid_0001 3 3\nDee/Dee_0001 4 4\n',
    'x/dev/for_probes.lst': 'Cid/Cid_0002 3\nDee/Dee_0002 4\n',
    'x/eval/for_models.lst': 'Eve/Eve_0001 5 5\nFay/Fay_0001 6 6\n',
    'x/eval/for_probes.lst': 'Eve/Eve_0002 5\nFay/Fay_0002 6\nFay/Fay_0003 6\n',
  };

  it('is read from the lists of Bob, and compares every probe with every template of its set', () => {
    const given = enrolmentFromFiles(lists(BOB), subjects);
    expect(given).toEqual({
      world: [0, 1, 4],
      development: { enrol: [8, 12], probe: [9, 13] },
      evaluation: { enrol: [16, 20], probe: [17, 21, 22] },
    });
    const spec = specOf({ kind: 'enrolment-lists', lists: [given] });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const split = splitOf(spec, facts, 'enrolment lists', 1);
    const { evaluation, templates } = split.pairs!;
    expect(templates).toBe(true);
    expect(Array.from(evaluation.genuine)).toEqual([1, 0, 0, 1, 0, 1]);
    const table = `file,set,role\n${Object.entries({
      world: [given.world],
      development: Object.values(given.development),
      evaluation: Object.values(given.evaluation),
    })
      .flatMap(([set, sides]) =>
        sides.flatMap((side, s) =>
          side.map((image) => `${subjects[labels[image]].images[image % EACH].file},${set},${['enrol', 'probe'][s]}`),
        ),
      )
      .join('\n')}\n`;
    expect(enrolmentFromFiles([{ name: 't.csv', bytes: bytes(table) }], subjects)).toEqual(given);
  });

  it('names the file and line that does not fit, and lists that overlap', () => {
    expect(() => enrolmentFromFiles(lists({ ...BOB, 'x/dev/for_probes.lst': 'Cid/Cid_0009 3\n' }), subjects)).toThrow(
      'line 1 of x/dev/for_probes.lst: the dataset has no file "Cid/Cid_0009"',
    );
    const { 'x/dev/for_probes.lst': _, ...rest } = BOB;
    expect(() => enrolmentFromFiles(lists(rest), subjects)).toThrow(/^expected the file dev\/for_probes.lst among/);
    const given = enrolmentFromFiles(lists(BOB), subjects);
    const wrong = { ...given, evaluation: { enrol: [16, 8], probe: [17, 0, 16] } };
    const instead = '; thresholds from other images of the same clients are asked for by "clients": "same".';
    expect(problems({ kind: 'enrolment-lists', lists: [wrong] })).toEqual([
      'protocol.lists[0].evaluation.probe: image 16 is enrolled as well.',
      `protocol.lists[0].evaluation: image 0 is of a subject of the world${instead}`,
      `protocol.lists[0].evaluation: image 8 is of a subject of the development${instead}`,
    ]);
  });

  describe('of which the same clients are developed and evaluated', () => {
    /** Ann and Bob are clients; Cid is the impostor of the development, Dee that of the evaluation. */
    const given = {
      world: [0, 1, 4, 5],
      development: { enrol: [0, 1, 4, 5], probe: [2, 6, 8, 9] },
      evaluation: { enrol: [0, 1, 4, 5], probe: [3, 7, 12] },
    };
    const lists = [given];

    it('is refused unless it is asked for, and said under the table', () => {
      expect(problems({ kind: 'enrolment-lists', lists })[0]).toMatch(/image 0 is of a subject of the world;.*"same"/);
      expect(problems({ kind: 'enrolment-lists', lists, clients: 'same' })).toEqual([]);
      const { protocol } = specOf({ kind: 'enrolment-lists', lists, clients: 'same' });
      expect(declarationOf(protocol).sentence(protocol, 1)).toContain(
        'above the threshold of the equal error rate on other images of the same clients',
      );
    });

    it('compares probes of clients with their own template alone, where impostors are strangers', () => {
      const spec = specOf({ kind: 'enrolment-lists', lists, clients: 'same', impostors: 'strangers' });
      const { train, test, gallery, pairs } = splitOf(spec, facts, 'enrolment lists,same clients,strangers', 1);
      expect([...train]).toEqual(given.world);
      const listed = ({ probes, references, genuine }: NonNullable<typeof pairs>['evaluation']) =>
        Array.from(probes, (p, at) => [test[p], gallery![references[at]], genuine[at]]);
      expect(listed(pairs!.evaluation)).toEqual([
        [3, 0, 1],
        [7, 4, 1],
        [12, 0, 0],
        [12, 4, 0],
      ]);
      expect(pairs!.development.genuine).toHaveLength(6);
      const all = specOf({ kind: 'enrolment-lists', lists, clients: 'same' });
      expect(splitOf(all, facts, 'enrolment lists,same clients', 1).pairs!.evaluation.genuine).toHaveLength(6);
    });

    it('still shares no probes, no strangers and no second template', () => {
      const found = (evaluation: Partial<typeof given.evaluation>) =>
        problems({
          kind: 'enrolment-lists',
          clients: 'same',
          lists: [{ ...given, evaluation: { ...given.evaluation, ...evaluation } }],
        });
      const at = 'protocol.lists[0].evaluation';
      expect(found({ probe: [2, 7, 12] })).toEqual([`${at}.probe: image 2 is a probe of the development as well.`]);
      expect(found({ probe: [3, 7, 10] })).toEqual([`${at}.probe: image 10 is of an impostor of the development.`]);
      expect(found({ probe: [1, 7, 12] })).toEqual([
        `${at}.probe: image 1 is enrolled as well.`,
        `${at}.probe: image 1 is among the world images.`,
      ]);
      expect(found({ enrol: [0, 4, 5] })).toEqual([
        `${at}.enrol: image 1 is enrolled in one of both sets only; a client has one template.`,
      ]);
    });
  });

  it('at random keeps world, development and evaluation apart', () => {
    const spec = specOf({
      kind: 'enrolment',
      worldSubjects: 2,
      developmentSubjects: 2,
      enrolPerSubject: [1, 2],
      repeats: 3,
    });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    for (let repeat = 1; repeat <= 3; repeat++) {
      const split = splitOf(spec, facts, 'world=2,development=2,enrol=2', repeat);
      const { evaluation, development } = split.pairs!;
      const of = (list: typeof evaluation) => new Set(Array.from(list.probes, (place) => labels[split.test[place]]));
      const world = new Set(Array.from(split.train, (image) => labels[image]));
      expect([...world, ...of(evaluation), ...of(development)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
      // 2 probes of each of 2 subjects, with 2 templates.
      expect(evaluation.genuine).toHaveLength(8);
      expect(split.gallery).toHaveLength(8);
    }
    expect(
      problems({ kind: 'enrolment', worldSubjects: 3, developmentSubjects: 2, enrolPerSubject: [1], repeats: 1 }),
    ).toEqual([
      'protocol.developmentSubjects: 3 world and 2 development subjects of 6 leave fewer than 2 for the evaluation.',
    ]);
  });
});
