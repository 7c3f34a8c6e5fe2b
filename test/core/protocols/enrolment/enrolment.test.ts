import { describe, expect, it } from 'vitest';
import { enrolment } from '../../../../src/core/protocols/enrolment/enrolment.ts';
import { enrolmentFromFiles } from '../../../../src/core/protocols/enrolment/enrolmentFiles.ts';
import { declarationOf } from '../../../../src/core/protocols/registry.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { countsOf, faces, read, sorted } from '../faces.ts';
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

describe('enrolment at random', () => {
  /** Subjects with 3, 6, 0, 5, 4, 7, 4 and 3 images; image 0, of the first, takes no part. */
  const all = faces(4, 6, 0, 5, 4, 7, 4, 3);
  const source = { ...all, labels: all.labels.with(0, -1) };
  const counts = [3, 6, 0, 5, 4, 7, 4, 3];
  const protocol = {
    kind: 'enrolment' as const,
    worldSubjects: 2,
    developmentSubjects: 3,
    enrolPerSubject: [2, 1],
    repeats: 4,
  };
  const draw = (repeat: number, condition = 0, seed = 1) =>
    enrolment.split(protocol, source, { seed, condition, repeat });

  it('learns from all images of the world, enrols k of every other subject, and compares the rest with each template', () => {
    for (const [condition, k] of protocol.enrolPerSubject.entries()) {
      for (let repeat = 1; repeat <= 4; repeat++) {
        const { train, test, gallery, pairs } = draw(repeat, condition);
        const world = countsOf(train, source).map((count) => count > 0);
        const others = counts.map((count, subject) => (world[subject] ? 0 : count));
        expect(world.filter(Boolean)).toHaveLength(2);
        expect(countsOf(train, source)).toEqual(counts.map((count, subject) => count - others[subject]));
        expect(countsOf(gallery!, source)).toEqual(others.map((count) => (count > 0 ? k : 0)));
        expect(countsOf(test, source)).toEqual(others.map((count) => (count > 0 ? count - k : 0)));
        expect({ ...pairs, development: null, evaluation: null }).toEqual({
          development: null,
          evaluation: null,
          threshold: 'equal rates',
          templates: true,
        });
        const sets = [pairs!.development, pairs!.evaluation].map(({ probes, references, genuine }) => {
          const found = Array.from(probes, (probe, at) => {
            const [tested, template] = [test[probe], gallery![references[at]]];
            expect(genuine[at] === 1).toBe(source.labels[tested] === source.labels[template]);
            return `${tested} ${template}`;
          });
          const subjects = new Set(Array.from(references, (place) => source.labels[gallery![place]]));
          const probing = Array.from(test).filter((image) => subjects.has(source.labels[image]));
          const templates = [...subjects].map((subject) =>
            [...gallery!].find((image) => source.labels[image] === subject),
          );
          expect(found.toSorted()).toEqual(
            probing.flatMap((probe) => templates.map((template) => `${probe} ${template}`)).toSorted(),
          );
          return subjects;
        });
        expect(sets.map(({ size }) => size)).toEqual([3, 2]);
        expect(sorted([...sets[0], ...sets[1]])).toEqual([...others.keys()].filter((subject) => others[subject] > 0));
      }
    }
  });

  it('is another one in every repeat, for every k and seed, and the same whatever else is drawn', () => {
    const drawn = [draw(1), draw(2), draw(3), draw(1, 1), draw(1, 0, 2)].map((split) => JSON.stringify(split));
    expect(new Set(drawn).size).toBe(5);
    const alone = { ...protocol, enrolPerSubject: [1], repeats: 1 };
    expect(enrolment.split(alone, source, { seed: 1, condition: 0, repeat: 1 })).toEqual(draw(1, 1));
  });

  it('leaves two subjects to evaluate, and an image of each to probe', () => {
    const checked = (change: object) => enrolment.check({ ...protocol, ...change }, source, 1);
    expect([checked({}), checked({ worldSubjects: 3, developmentSubjects: 2 })]).toEqual([[], []]);
    const few = {
      path: 'protocol.developmentSubjects',
      message:
        'protocol.developmentSubjects: 3 world and 3 development subjects of 7 leave fewer than 2 for the evaluation.',
    };
    expect(checked({ worldSubjects: 3 })).toEqual([few]);
    expect(checked({ worldSubjects: 3, enrolPerSubject: [3] })).toEqual([
      {
        path: 'protocol.enrolPerSubject[0]',
        message:
          'protocol.enrolPerSubject[0]: 3 gallery images per subject need at least 4 images of each, subject "a" has 3 ' +
          '(and 1 other subject too few).',
      },
      few,
    ]);
    const three = { ...protocol, enrolPerSubject: [3] };
    const split = () =>
      Array.from({ length: 20 }, (_, at) => enrolment.split(three, source, { seed: 1, condition: 0, repeat: at + 1 }));
    expect(split).toThrow(/^Subject "[ah]" has 3 images; 3 for enrolment leave none for testing$/);
  });

  it('is a condition for every k, on an axis', () => {
    expect(enrolment.conditions(protocol)).toEqual([
      { key: 'world=2,development=3,enrol=2', title: 'enrolled 2' },
      { key: 'world=2,development=3,enrol=1', title: 'enrolled 1' },
    ]);
    expect(enrolment.axis!.values(protocol)).toEqual([2, 1]);
    expect(enrolment.repeats(protocol, () => source)).toBe(4);
    expect([enrolment.repeatsAre(protocol), enrolment.comparesPairs!(protocol)]).toEqual([
      'random splits',
      'templates',
    ]);
    expect(enrolment.summary(protocol)).toBe('2 and 1 enrolled, 2 world subjects, 3 development subjects, 4 repeats');
    expect(enrolment.sentence(protocol, 7)).toBe(
      'Verification: the model is learned on 2 subjects at random; a probe is accepted as an enrolled subject above the ' +
        'threshold of the equal error rate on 3 other subjects, and the remaining subjects are evaluated (seed 7); ' +
        'all methods share the splits.',
    );
  });

  it('is told in prose', () => {
    const told = (...enrolPerSubject: number[]) =>
      read(enrolment.prose({ ...protocol, enrolPerSubject }, { images: 32, subjects: 7, repeats: 4 }));
    const sentences = (images: string) => [
      'For verification, the models were fitted to all images of two subjects drawn at random; three other subjects ' +
        'were used to choose the threshold, and the remaining two for testing',
      `In the latter two groups, ${images} enrolled as its template, and the remaining images served as probes`,
      'A probe was accepted if its score exceeded the threshold of the equal error rate on the development subjects',
    ];
    expect(told(1)).toEqual(sentences('one image of each subject was'));
    expect(told(2, 1)).toEqual(sentences('k ∈ {2, 1} images of each subject were'));
  });
});
