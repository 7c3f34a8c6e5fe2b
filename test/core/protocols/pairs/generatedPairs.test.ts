import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { checkSpec } from '../../../../src/core/study/check/check.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { declarationOf } from '../../../../src/core/protocols/registry.ts';
import { studySpecSchema, type StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { splitHash, splitOf, testToTrain } from '../../../../src/core/study/splits/splits.ts';

const SUBJECTS = 12;
const PER_SUBJECT = 4;
const count = SUBJECTS * PER_SUBJECT;
const labels = Int32Array.from({ length: count }, (_, i) => i % SUBJECTS);
const facts: DatasetFacts = {
  name: 'faces',
  hash: 'h',
  rows: 4,
  cols: 4,
  labels,
  subjects: Array.from({ length: SUBJECTS }, (_, s) => `s${s}`),
  attributes: Array.from(labels, (subject, i) => ({
    session: i < count / 2 ? '1' : '2',
    sex: subject % 2 === 0 ? 'f' : 'm',
  })),
};
const specOf = (protocol: object, change: object = {}): StudySpec =>
  studySpecSchema.parse({
    name: 'x',
    dataset: 'faces',
    protocol: { kind: 'pairs', folds: 3, ...protocol },
    methods: [{ method: 'pca', latent: [1] }],
    ...change,
  });

const subjectsOf = (pairs: ReturnType<typeof pairsOf>): Set<number> =>
  new Set(pairs.flatMap(({ probe, reference }) => [labels[probe], labels[reference]]));

/** Image pairs of a list of a split, with their kind. */
function pairsOf(spec: StudySpec, repeat: number, list: 'evaluation' | 'development') {
  const split = splitOf(spec, facts, keyOf(spec), repeat);
  const { probes, references, genuine } = split.pairs![list];
  return Array.from(probes, (probe, at) => ({
    probe: split.test[probe],
    reference: split.gallery![references[at]],
    genuine: genuine[at] === 1,
  }));
}
function keyOf({ protocol }: StudySpec): string {
  return conditionsOf(protocol, undefined)[0].key;
}

describe('verification over folds of subjects', () => {
  it('decides one fold, chooses the threshold on the next, and learns from the subjects of the rest', () => {
    const spec = specOf({ folds: 4, developmentFolds: 2 });
    expect(keyOf(spec)).toBe('folds=4,pairs=all,development=2');
    const roles = new Map<number, string[]>();
    for (let repeat = 1; repeat <= 4; repeat++) {
      const subjects = {
        learned: new Set(Array.from(splitOf(spec, facts, keyOf(spec), repeat).train, (image) => labels[image])),
        developing: subjectsOf(pairsOf(spec, repeat, 'development')),
        decided: subjectsOf(pairsOf(spec, repeat, 'evaluation')),
      };
      for (const [role, own] of Object.entries(subjects)) {
        for (const subject of own) roles.set(subject, [...(roles.get(subject) ?? []), role]);
      }
    }
    // Every subject has one role in each repeat.
    for (const found of roles.values())
      expect(found.toSorted()).toEqual(['decided', 'developing', 'developing', 'learned']);
    expect(roles.size).toBe(SUBJECTS);
    const { sentence } = declarationOf(spec.protocol);
    expect(sentence(spec.protocol, 1)).toContain(
      'on the pairs of 2 other folds, and the model is learned on the images of the rest.',
    );
  });

  it('draws the same pairs whichever folds develop', () => {
    const [apart, known] = [1, 0].map((developmentFolds) => specOf({ pairsPerFold: 10, developmentFolds }));
    for (let repeat = 1; repeat <= 3; repeat++) {
      expect(pairsOf(apart, repeat, 'evaluation')).toEqual(pairsOf(known, repeat, 'evaluation'));
    }
    expect(keyOf(apart)).not.toBe(keyOf(known));
  });

  it('compares every two images of a fold; where none develops, the folds that are learned from do', () => {
    const spec = specOf({ developmentFolds: 0 });
    const tested = new Set<number>();
    for (let repeat = 1; repeat <= 3; repeat++) {
      const split = splitOf(spec, facts, keyOf(spec), repeat);
      const evaluation = pairsOf(spec, repeat, 'evaluation');
      const development = pairsOf(spec, repeat, 'development');
      // 4 subjects × 4 images in a fold.
      expect(evaluation).toHaveLength((16 * 15) / 2);
      expect(development).toHaveLength(2 * evaluation.length);
      expect(evaluation.filter((pair) => pair.genuine)).toHaveLength(4 * 6);
      for (const pair of [...evaluation, ...development]) {
        expect(pair.genuine).toBe(labels[pair.probe] === labels[pair.reference]);
      }
      const own = new Set(evaluation.flatMap(({ probe, reference }) => [labels[probe], labels[reference]]));
      expect([...split.train].filter((image) => own.has(labels[image]))).toEqual([]);
      expect(split.train).toHaveLength(count - 16);
      const learned = new Set(split.train);
      for (const { probe, reference } of development) expect(learned.has(probe) && learned.has(reference)).toBe(true);
      own.forEach((subject) => tested.add(subject));
    }
    expect(tested.size).toBe(SUBJECTS);
    expect(testToTrain(spec, facts, keyOf(spec), [1, 2, 3])).toBeCloseTo(1 / 2, 12);
  });

  it('draws as many genuine as impostor pairs where a number is given, the same again from the same seed', () => {
    const spec = specOf({ pairsPerFold: 10 });
    const evaluation = pairsOf(spec, 2, 'evaluation');
    expect(evaluation.filter((pair) => pair.genuine)).toHaveLength(10);
    expect(evaluation).toHaveLength(20);
    expect(new Set(evaluation.map(({ probe, reference }) => `${probe} ${reference}`)).size).toBe(20);
    const hash = (seed: number, repeat: number) =>
      splitHash(splitOf(specOf({ pairsPerFold: 10 }, { seed }), facts, keyOf(spec), repeat));
    expect(hash(1, 2)).toBe(hash(1, 2));
    expect(new Set([hash(1, 1), hash(1, 2), hash(2, 1), hash(2, 2)]).size).toBe(4);
  });

  it('takes identity and what pairs must differ in from attributes', () => {
    const across = pairsOf(specOf({ across: 'session' }), 1, 'evaluation');
    expect(across.length).toBe(8 * 8);
    for (const { probe, reference } of across) {
      expect(facts.attributes![probe].session).not.toBe(facts.attributes![reference].session);
    }
    const kind = pairsOf(specOf({ genuineBy: 'sex' }), 1, 'evaluation');
    for (const { probe, reference, genuine } of kind) {
      expect(genuine).toBe(facts.attributes![probe].sex === facts.attributes![reference].sex);
    }
  });

  it('restricts genuine pairs to two values of an attribute, and impostors to one', () => {
    const facets = { genuineAcross: 'session', impostorsWithin: 'sex' };
    const spec = specOf(facets);
    const key = 'folds=3,pairs=all,genuine-across=session,impostors-within=sex,development=1';
    const [condition] = conditionsOf(spec.protocol, undefined);
    expect([condition.key, condition.title]).toEqual([key, 'all pairs, genuine across session, impostors within sex']);
    const every = pairsOf(specOf({}), 1, 'evaluation');
    const split = splitOf(spec, facts, key, 1);
    const { probes, references, genuine } = split.pairs!.evaluation;
    const found = Array.from(probes, (probe, at) => ({
      probe: split.test[probe],
      reference: split.gallery![references[at]],
      genuine: genuine[at] === 1,
    }));
    const of = (image: number, name: 'session' | 'sex') => facts.attributes![image][name];
    // The same pairs as without the restriction, but for those that it leaves out.
    expect(found).toEqual(
      every.filter((pair) =>
        pair.genuine
          ? of(pair.probe, 'session') !== of(pair.reference, 'session')
          : of(pair.probe, 'sex') === of(pair.reference, 'sex'),
      ),
    );
    expect(found.filter((pair) => pair.genuine)).toHaveLength(4 * 4);
    expect(found.some((pair) => !pair.genuine)).toBe(true);
    const sentence = declarationOf(spec.protocol).sentence(spec.protocol, 1);
    expect(sentence).toContain('those of a genuine pair in "session", those of an impostor pair share "sex"');
  });

  it('compares each other image with the gallery of every subject of its fold, where galleries are asked for', () => {
    const spec = specOf({ galleryPerSubject: 3 }, { classifier: { kind: 'subject-distance' } });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    expect(keyOf(spec)).toBe('folds=3,pairs=all,gallery=3,development=1');
    const decided: number[] = [];
    for (let repeat = 1; repeat <= 3; repeat++) {
      const { gallery, test, train, pairs } = splitOf(spec, facts, keyOf(spec), repeat);
      expect(pairs!.templates).toBe(true);
      // Four subjects of three images in the gallery and one probe decide, and as many develop.
      expect([gallery!.length, test.length, train.length]).toEqual([24, 8, 16]);
      expect([...gallery!].filter((image) => test.includes(image) || train.includes(image))).toEqual([]);
      for (const list of ['evaluation', 'development'] as const) {
        const found = pairsOf(spec, repeat, list);
        expect(found).toHaveLength(16);
        expect(found.filter(({ genuine }) => genuine)).toHaveLength(4);
        for (const { probe, reference, genuine } of found) {
          expect(genuine).toBe(labels[probe] === labels[reference]);
          // The first image of a gallery stands for it.
          expect(reference).toBe(Math.min(...[...gallery!].filter((image) => labels[image] === labels[reference])));
        }
      }
      decided.push(...subjectsOf(pairsOf(spec, repeat, 'evaluation')));
    }
    expect(decided.sort((a, b) => a - b)).toEqual(Array.from({ length: SUBJECTS }, (_, s) => s));
    const [drawn, again] = [1, 1].map(() =>
      pairsOf(specOf({ galleryPerSubject: 2, pairsPerFold: 5 }), 1, 'evaluation'),
    );
    expect([drawn.length, drawn.filter(({ genuine }) => genuine).length]).toEqual([10, 5]);
    expect(again).toEqual(drawn);
    const { protocol } = spec;
    expect(declarationOf(protocol).sentence(protocol, 4)).toMatch(
      /^Verification of all pairs of an image and the gallery of a subject \(3 images at random\) in each of 3 folds/,
    );
  });

  it('of none per fold are all that there are, with the same cells', () => {
    const [all, none] = [specOf({}), specOf({ pairsPerFold: 0 })];
    expect(checkSpec(none, facts).problems).toEqual([]);
    expect(planStudy(none, facts).cells).toEqual(planStudy(all, facts).cells);
    expect(pairsOf(none, 1, 'evaluation')).toEqual(pairsOf(all, 1, 'evaluation'));
  });

  it('says which field cannot be had, with what there is', () => {
    const problems = (protocol: object, change: object = {}) =>
      checkSpec(specOf(protocol, change), facts).problems.map(({ message }) => message);
    expect(problems({})).toEqual([]);
    expect(problems({ pairsPerFold: 25 })).toEqual([
      'protocol.pairsPerFold: fold 1 has 24 genuine pairs, expected at least 25.',
    ]);
    expect(problems({ galleryPerSubject: 4 })).toEqual([
      'protocol.folds: fold 1 has 0 genuine pairs, expected at least 1.',
    ]);
    expect(problems({ galleryPerSubject: 2, across: 'session' })).toEqual([
      'protocol.across: the images of a gallery share no attribute; leave it out, or compare image with image.',
    ]);
    expect(problems({ folds: 2 })).toEqual([
      'protocol.folds: of 2 folds one is decided and 1 choose the threshold, which leaves none to learn from: take at ' +
        'least 3 folds, or 0 development folds.',
    ]);
    expect(problems({ folds: 7 })).toEqual([
      'protocol.folds: impostor pairs need 2 subjects in every fold, 7 folds have 12.',
    ]);
    expect(problems({ across: 'pose' })[0]).toMatch(/^protocol\.across: .*"pose"/);
    expect(problems({ across: 'sex', genuineBy: 'sex' })).toEqual([
      'protocol.across: pairs that differ in the attribute of "genuineBy" are never genuine.',
    ]);
    expect(problems({ genuineAcross: 'sex', genuineBy: 'sex' })[0]).toMatch(
      /^protocol\.genuineAcross: .*never genuine/,
    );
    expect(problems({ impostorsWithin: 'session', across: 'session' })).toEqual([
      'protocol.impostorsWithin: impostors differ in the attribute of "across".',
    ]);
    expect(problems({ impostorsWithin: 'pose' })[0]).toMatch(/^protocol\.impostorsWithin: .*"pose"/);
    expect(problems({}, { measures: ['identification'] })).toEqual([
      'measures[0]: "identification" needs a protocol that recognises every test image.',
    ]);
    expect(problems({}, { classifier: { kind: 'nearest-mean' } })[0]).toMatch(/^classifier: pairs of images need/);
    expect(
      checkSpec(
        specOf({}, { protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 }, measures: ['decisions'] }),
        facts,
      ).problems.map(({ message }) => message),
    ).toEqual(['measures[0]: "decisions" needs a protocol that compares pairs.']);
  });
});
