import { describe, expect, it } from 'vitest';
import { enrolmentFromFiles } from '../../../../src/core/protocols/enrolment/enrolmentFiles.ts';
import { declarationOf } from '../../../../src/core/protocols/registry.ts';
import { checkSpec } from '../../../../src/core/study/check/check.ts';
import { splitOf } from '../../../../src/core/study/splits/splits.ts';
import { EACH, bytes, facts, labels, problems, specOf, subjects } from '../sixSubjects.ts';

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
