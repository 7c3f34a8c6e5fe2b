import { describe, expect, it } from 'vitest';
import { explicit } from '../../../src/core/protocols/explicit.ts';
import type { PredefinedSplit } from '../../../src/core/protocols/split.ts';

const labels = [0, 0, 0, 1, 1, 1];
const dataset = { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: ['a', 'b'] };
const protocolOf = (splits: PredefinedSplit[], repeats?: number) => ({ kind: 'explicit' as const, splits, repeats });

const other = { train: [0, 3], test: [1, 4] };
const another = { train: [1, 4], test: [0, 3] };
const fitted = { train: [0, 3, 5], test: [5, 0, 3] };

describe('predefined splits', () => {
  it('are of the fitted images where every split tests its training images', () => {
    const title = (...splits: PredefinedSplit[]) => explicit.conditions(protocolOf(splits))[0].title;
    expect(title(fitted)).toBe('fitted images');
    expect(title(other)).toBe('predefined splits');
    expect(explicit.testsTraining!(protocolOf([fitted, fitted]))).toBe(true);
    for (const test of [
      [0, 3],
      [0, 3, 4],
      [0, 3, 5, 5],
    ]) {
      expect(explicit.testsTraining!(protocolOf([fitted, { ...fitted, test }]))).toBe(false);
    }
    expect(explicit.testsTraining!(protocolOf([{ ...fitted, gallery: [1] }]))).toBe(false);
  });

  it('come in turn, every split once before the next draw', () => {
    const third = { train: [2, 5], test: [1, 4] };
    const protocol = protocolOf([other, another, third], 2);
    expect(explicit.repeats(protocol, () => dataset)).toBe(6);
    const repeats = [1, 2, 3, 4, 5, 6];
    const trained = repeats.map((repeat) => [
      ...explicit.split(protocol, dataset, { seed: 1, condition: 0, repeat }).train,
    ]);
    expect(trained).toEqual([other, another, third, other, another, third].map(({ train }) => train));
    expect(repeats.map((repeat) => explicit.repeatName!(protocol, repeat))).toEqual([1, 2, 3, '1.2', '2.2', '3.2']);
  });

  it('have a key by content, with the name of the repeat where the content was there before', () => {
    const keys = explicit.repeatKeys!(protocolOf([other, another, other], 2), 6);
    const [first, second] = keys;
    for (const key of [first, second]) expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(second).not.toBe(first);
    expect(keys.slice(2)).toEqual([`${first}#3`, `${first}#1.2`, `${second}#2.2`, `${first}#3.2`]);
    expect(explicit.repeatKeys!(protocolOf([another]), 1)).toEqual([second]);
  });

  it('lack the images that take no part', () => {
    const partly = { ...dataset, labels: labels.with(4, -1) };
    const given = { train: [3, 0, 4], test: [1], gallery: [5, 4, 2] };
    const split = explicit.split(protocolOf([given]), partly, { seed: 1, condition: 0, repeat: 1 });
    expect([[...split.train], [...split.test], [...split.gallery!]]).toEqual([[0, 3], [1], [2, 5]]);
    expect(explicit.check(protocolOf([given]), partly, 1)).toEqual([]);
    const without = { ...dataset, labels: labels.with(4, -1).with(1, -1).with(0, -1) };
    expect(explicit.check(protocolOf([other, given]), without, 1).map(({ message }) => message)).toEqual([
      'subset: it leaves protocol.splits[0].train 1 image, expected at least 2.',
      'subset: it leaves protocol.splits[0].test no image, expected at least 1.',
      'subset: it leaves protocol.splits[1].train 1 image, expected at least 2.',
      'subset: it leaves protocol.splits[1].test no image, expected at least 1.',
    ]);
  });

  it('name images that there are, once each, and test none that was learned', () => {
    const messages = (...splits: PredefinedSplit[]) =>
      explicit.check(protocolOf(splits), dataset, 1).map(({ message }) => message.replace('protocol.splits', ''));
    expect(messages(other, another)).toEqual([]);
    expect(messages({ train: [0, 5, 3], test: [6] })).toEqual([
      '[0].test[0]: there is no image 6; indices run from 0 to 5.',
    ]);
    expect(messages(other, { train: [0, 3, 0], test: [1] })).toEqual(['[1].train[2]: image 0 is listed twice.']);
    expect(messages({ train: [0, 3], test: [3, 1] })).toEqual([
      '[0].test[0]: image 3 is also a training image; test all of the training images, or none.',
    ]);
    expect(messages({ train: [0, 3], test: [1, 3] })).toEqual([
      '[0].test[1]: image 3 is also a training image; test all of the training images, or none.',
    ]);
    // Images that are compared with the gallery may have been learned.
    expect(messages({ train: [0, 3], test: [3, 4], gallery: [1, 5] })).toEqual([]);
    expect(messages({ train: [0, 3], test: [3, 4], gallery: [1, 4] })).toEqual([
      '[0].test[1]: image 4 is also a gallery image.',
    ]);
    expect(messages(other, fitted)).toEqual([
      '[1].test: it lists the training images, but protocol.splits[0] tests others; ' +
        'the fitted images are a study of their own.',
    ]);
  });

  it('know whether repeats are of the same images', () => {
    const repeats = (splits: PredefinedSplit[], draws?: number) => explicit.repeatsImages!(protocolOf(splits, draws));
    expect([repeats([other, another]), repeats([other, another], 1)]).toEqual([false, false]);
    expect([repeats([other, another], 2), repeats([other, another, other])]).toEqual([true, true]);
    expect(explicit.differentSplits!(protocolOf([other, another], 3))).toBe(2);
    const kinds = [undefined, 1, 2].map((draws) => explicit.repeatsAre(protocolOf([other], draws)));
    expect(kinds).toEqual(['predefined splits', 'predefined splits', 'draws']);
  });

  it('name every image of every list', () => {
    const given = { train: [0, 3], test: [1], gallery: [5] };
    expect(explicit.namedImages!(protocolOf([other, given]))).toEqual([0, 3, 1, 4, 0, 3, 1, 5]);
  });

  it('are said with their draws, and as fitted images where they are', () => {
    const sentence = (splits: PredefinedSplit[], draws?: number) => explicit.sentence(protocolOf(splits, draws), 1);
    expect(sentence([other, another])).toBe('Predefined splits; all methods share them.');
    expect(sentence([other], 3)).toMatch(/^Predefined splits; all methods share them\. 1 split × 3 draws of noise/);
    expect(sentence([other, another], 3)).toContain(' 2 splits × 3 draws of noise');
    expect(sentence([fitted])).toMatch(/^Fitted images: .* Predefined splits; all methods share them\.$/);
  });

  it('are told in prose', () => {
    const told = (splits: PredefinedSplit[], draws?: number) =>
      explicit
        .prose(protocolOf(splits, draws), { images: 6, subjects: 2, repeats: 1 })
        .map((sentence) => sentence.join(''));
    expect(told([other])).toEqual(['We used a predefined split of the images']);
    expect(told([other, another], 2)).toEqual([
      'We used two predefined splits of the images, with two draws of noise and random starts each',
    ]);
    expect(told([other], 2)).toEqual([
      'We used a predefined split of the images, with two draws of noise and random starts',
    ]);
    expect(told([fitted])).toEqual([
      'We used a predefined split of the images',
      'The models were tested on their training images, so error rates are resubstitution rates',
    ]);
  });
});
