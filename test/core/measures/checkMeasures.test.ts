import { expect, it } from 'vitest';
import type { Classifier } from '../../../src/core/classify/classifiers/registry.ts';
import { checkMeasures } from '../../../src/core/measures/checkMeasures.ts';
import type { MeasureRequest } from '../../../src/core/measures/measures.ts';
import type { Protocol } from '../../../src/core/protocols/registry.ts';
import { orl } from '../report/orlStudies.ts';

const shape = { rows: 56, cols: 46 };
const random: Protocol = { kind: 'random', trainPerSubject: [2], repeats: 1 };
const pairs: Protocol = { kind: 'pairs', folds: 2, developmentFolds: 0 };
const watchList: Protocol = { kind: 'watch-list', watchedSubjects: 10, trainPerSubject: [3], repeats: 1 };
const region: MeasureRequest = { region: { rows: [0, 9], cols: [0, 9] } };

function said(
  measures: readonly MeasureRequest[],
  protocol = random,
  kinds: readonly Classifier['kind'][] = ['1nn'],
  subjects?: readonly string[],
): string[] {
  const classifiers = kinds.map((kind) => ({ kind }));
  const asked = { measures, protocol, classifiers, ...(subjects && { subset: { subjects: [...subjects] } }) };
  return checkMeasures(asked, orl, shape).map(({ path, message }) => {
    expect(message.startsWith(`${path}: `)).toBe(true);
    return message;
  });
}

it('what a measure needs is asked of the protocol', () => {
  expect(said(['identification', 'verification', 'reconstruction'])).toEqual([]);
  expect(said(['identification', 'open-set'], watchList)).toEqual([
    'measures[0]: "identification" needs a protocol that recognises every test image.',
  ]);
  expect(said(['identification'], pairs)).toEqual([
    'measures[0]: "identification" needs a protocol that recognises every test image.',
  ]);
  expect(said(['decisions', 'verification'], pairs)).toEqual([]);
  expect(said(['decisions'])).toEqual(['measures[0]: "decisions" needs a protocol that compares pairs.']);
  expect(said(['open-set'])).toEqual(['measures[0]: "open-set" needs a protocol with subjects to be rejected.']);
});

it('a measure of models needs one model of all images, whichever row has another classifier', () => {
  expect(said(['reconstruction'], random, ['1nn', 'likelihood'])).toEqual([
    'measures[0]: "reconstruction" needs one model of all training images, but this classifier fits one to every subject; use a classifier of codes.',
  ]);
  expect(said([region], random, ['likelihood'])[0]).toMatch(/^measures\[0\]: a region needs one model /);
  expect(said(['identification'], random, ['likelihood'])).toEqual([]);
});

it('a measure is listed once, and one region is measured, which lies in the images', () => {
  expect(said(['verification', 'identification', 'verification'])).toEqual([
    'measures[2]: "verification" is listed twice.',
  ]);
  const other: MeasureRequest = { region: { rows: [0, 8], cols: [0, 9] } };
  expect(said([region, region])[0]).toMatch(/ is listed twice\.$/);
  expect(said(['identification', region])).toEqual([]);
  expect(said([region, other])).toEqual(['measures[1]: a study measures one region of interest, found a second one.']);
  expect(said([{ region: { rows: [0, 57], cols: [0, 9] } }])[0]).toMatch(/^measures\[0\]\.region/);
});

it('measures of two classes count the subjects of the subset', () => {
  expect(said(['two-class'])).toEqual(['measures[0]: "two-class" needs images of exactly 2 subjects, found 40.']);
  expect(said(['two-class'], random, ['1nn'], ['s1', 's2'])).toEqual([]);
  expect(said(['two-class'], random, ['1nn'], ['s1'])[0]).toMatch(/found 1\.$/);
  // Predefined splits count the images that they name: those of the first two subjects, ten each.
  const named = (images: readonly number[]): Protocol => ({
    kind: 'explicit',
    splits: [{ train: images.slice(0, 2), test: images.slice(2) }],
  });
  expect(said(['two-class'], named([0, 10, 1, 11]))).toEqual([]);
  expect(said(['two-class'], named([0, 10, 1, 21]))[0]).toMatch(/found 3\.$/);
});
