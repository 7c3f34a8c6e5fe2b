import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { generatedPairs } from '../../../../src/core/protocols/pairs/generatedPairs.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { declarationOf } from '../../../../src/core/protocols/registry.ts';
import { studySpecSchema, type StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitHash, splitOf, testToTrain } from '../../../../src/core/study/plan/splits.ts';
import { faces, read } from '../faces.ts';

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
    expect(planCells(planStudy(none), facts).cells).toEqual(planCells(planStudy(all), facts).cells);
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

describe('pairs over folds of subjects', () => {
  const protocolOf = (change: object = {}) => ({ kind: 'pairs' as const, folds: 3, developmentFolds: 1, ...change });
  const checked = (change: object, dataset: DatasetFacts) =>
    generatedPairs.check(protocolOf(change), dataset, 1).map(({ path, message }) => {
      expect(message.startsWith(`${path}: `)).toBe(true);
      return message;
    });

  it('have two subjects with images in every fold', () => {
    const few = (subjects: number) => [
      `protocol.folds: impostor pairs need 2 subjects in every fold, 3 folds have ${subjects}.`,
    ];
    expect(checked({}, faces(2, 2, 2, 2, 0, 2, 2))).toEqual([]);
    expect(checked({}, faces(2, 2, 2, 2, 0, 2))).toEqual(few(5));
  });

  it('are as many of either kind as are asked for', () => {
    // Every fold has a subject with 10 images and one with 1: 45 genuine pairs, 10 impostors.
    const uneven = faces(10, 10, 10, 1, 1, 1);
    expect([checked({ pairsPerFold: 10 }, uneven), checked({}, uneven)]).toEqual([[], []]);
    expect(checked({ pairsPerFold: 11 }, uneven)).toEqual([
      'protocol.pairsPerFold: fold 1 has 10 impostor pairs, expected at least 11.',
    ]);
    expect(checked({}, faces(2, 2, 1, 1, 1, 1))).toEqual([
      'protocol.folds: fold 3 has 0 genuine pairs, expected at least 1.',
    ]);
  });

  it('are few enough that their scores can be kept, judged by the largest subject', () => {
    const two = { folds: 2, developmentFolds: 0 };
    expect(checked(two, faces(1000, 2, 2, 2))).toEqual([]);
    const many = (images: number) => [
      `protocol.folds: a fold may have ${images} images and more than 2000000 pairs; take more folds or a subset.`,
    ];
    expect(checked(two, faces(2, 1001, 2, 2))).toEqual(many(2002));
    // One comparison per subject of the fold instead.
    const gallery = { ...two, galleryPerSubject: 1 };
    expect(checked(gallery, faces(1001, 2, 2, 2))).toEqual([]);
    expect(checked(gallery, faces(...new Array<number>(2002).fill(2)))).toEqual(many(2002));
  });

  it('contradict no field, and name attributes that there are', () => {
    const found = (change: object) => checked(change, facts);
    expect(found({ genuineBy: 'session', across: 'sex', genuineAcross: 'sex' })).toEqual([]);
    const none = (field: string) =>
      `protocol.${field}: the images of "faces" have no attribute "pose"; it has session, sex.`;
    for (const field of ['genuineBy', 'across', 'genuineAcross', 'impostorsWithin']) {
      expect(found({ [field]: 'pose' })).toEqual([none(field)]);
      expect(found({ [field]: 'sex', galleryPerSubject: 1 })).toEqual([
        `protocol.${field}: the images of a gallery share no attribute; leave it out, or compare image with image.`,
      ]);
    }
    expect(found({ genuineBy: 'sex', genuineAcross: 'sex', impostorsWithin: 'sex', folds: 2 })).toEqual([
      'protocol.genuineAcross: pairs that differ in the attribute of "genuineBy" are never genuine.',
      'protocol.impostorsWithin: impostors differ in the attribute of "genuineBy".',
      'protocol.folds: of 2 folds one is decided and 1 choose the threshold, which leaves none to learn from: take at ' +
        'least 3 folds, or 0 development folds.',
    ]);
  });

  it('are said in title, key and summary', () => {
    const said = (change: object) => {
      const protocol = protocolOf(change);
      const [{ key, title }] = generatedPairs.conditions(protocol);
      return [key, title, generatedPairs.summary(protocol)];
    };
    expect(said({})).toEqual([
      'folds=3,pairs=all,development=1',
      'all pairs',
      'all pairs in each of 3 folds of subjects',
    ]);
    expect(said({ pairsPerFold: 5, galleryPerSubject: 2 })).toEqual([
      'folds=3,pairs=5,gallery=2,development=1',
      '10 pairs with galleries of 2',
      '10 pairs with galleries of 2 in each of 3 folds of subjects',
    ]);
    expect(said({ genuineBy: 'sex', across: 'light' }).slice(0, 2)).toEqual([
      'folds=3,pairs=all,genuine=sex,across=light,development=1',
      'all pairs across light',
    ]);
  });

  it('decide by the fewest errors where they are balanced, and by equal rates where they are all', () => {
    const rule = (change: object) => {
      const protocol = protocolOf(change);
      const { pairs } = generatedPairs.split(protocol, facts, { seed: 1, condition: 0, repeat: 1 });
      const names = [generatedPairs.comparesPairs!(protocol), generatedPairs.reportsStandardError!(protocol)];
      return [pairs!.threshold, pairs!.templates, ...names];
    };
    expect(rule({})).toEqual(['equal rates', undefined, 'images', false]);
    expect(rule({ pairsPerFold: 0, galleryPerSubject: 0 })).toEqual(rule({}));
    expect(rule({ pairsPerFold: 5 })).toEqual(['fewest errors', undefined, 'images', true]);
    expect(rule({ galleryPerSubject: 1 })).toEqual(['equal rates', true, 'templates', false]);
    const developing = [0, 1].map((developmentFolds) =>
      generatedPairs.developsOnTraining!(protocolOf({ developmentFolds })),
    );
    expect(developing).toEqual([true, false]);
    expect(generatedPairs.repeats(protocolOf(), () => facts)).toBe(3);
    expect(generatedPairs.repeatsAre(protocolOf())).toBe('folds');
  });

  it('are said under the table and in prose', () => {
    const all = {
      pairsPerFold: 5,
      genuineBy: 'sex',
      across: 'light',
      genuineAcross: 'session',
      impostorsWithin: 'pose',
      developmentFolds: 0,
    };
    const sentence = (change: object) => generatedPairs.sentence(protocolOf(change), 4);
    const roles =
      'a pair is accepted above the threshold of the equal error rate on the pairs of 1 other fold, and the';
    expect(sentence({})).toBe(
      `Verification of all pairs in each of 3 folds of subjects (seed 4); for every fold ${roles} model is learned on ` +
        'the images of the rest.',
    );
    expect(sentence(all)).toBe(
      'Verification of 5 genuine and 5 impostor pairs in each of 3 folds of subjects (seed 4), genuine where "sex" is ' +
        'the same, images of a pair differ in "light", those of a genuine pair in "session", those of an impostor pair ' +
        'share "pose"; for every fold the model is learned on the images of the others, and a pair is accepted above ' +
        'the threshold that makes the fewest errors on their pairs.',
    );
    const told = (change: object) => {
      const [folds, pairs, decided] = read(
        generatedPairs.prose(protocolOf(change), { images: 48, subjects: 12, repeats: 3 }),
      );
      expect(folds).toBe('For verification, the subjects were divided at random into three folds');
      expect(decided).toMatch(/^Each fold was tested once: /);
      return pairs;
    };
    expect(told({})).toBe('In each fold, all genuine and impostor pairs of images were compared');
    expect(told(all)).toBe(
      'In each fold, 5 genuine and 5 impostor pairs of images were compared: pairs with the same sex were genuine, ' +
        'the images of a pair differed in light, the images of a genuine pair differed in session and the images of an ' +
        'impostor pair shared pose',
    );
    const gallery = (images: string) =>
      'In each fold, all genuine and impostor pairs of an image and the gallery of a subject were compared: each ' +
      `gallery held ${images} drawn at random`;
    expect([1, 2].map((galleryPerSubject) => told({ galleryPerSubject }))).toEqual([
      gallery('one image'),
      gallery('two images'),
    ]);
  });
});
