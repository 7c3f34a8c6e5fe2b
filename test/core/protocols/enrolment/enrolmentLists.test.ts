import { describe, expect, it } from 'vitest';
import { enrolmentLists } from '../../../../src/core/protocols/enrolment/enrolmentLists.ts';
import { read } from '../faces.ts';

const list = {
  world: [0, 1],
  development: { enrol: [2, 3], probe: [4, 5] },
  evaluation: { enrol: [6, 7], probe: [8, 9] },
};
const other = { ...list, world: [1, 0] };
const protocolOf = (change: object = {}) => ({
  kind: 'enrolment-lists' as const,
  lists: [list],
  clients: 'apart' as const,
  impostors: 'all' as const,
  ...change,
});
/** World: subject 0; development: 1 and 2; evaluation: 3 and 4. */
const labels = [0, 0, 1, 2, 1, 2, 3, 4, 3, 4];
const source = { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: ['a', 'b', 'c', 'd', 'e'] };

describe('enrolment lists', () => {
  it('are a condition whose key names the rules that are not the usual ones', () => {
    const keys = (change: object) => enrolmentLists.conditions(protocolOf(change));
    expect(keys({})).toEqual([{ key: 'enrolment lists', title: 'predefined lists' }]);
    expect(keys({ impostors: 'strangers' })[0].key).toBe('enrolment lists,strangers');
    expect(keys({ clients: 'same' })).toEqual([
      { key: 'enrolment lists,same clients', title: 'predefined lists, same clients' },
    ]);
    expect(keys({ clients: 'same', impostors: 'strangers' })[0].key).toBe('enrolment lists,same clients,strangers');
  });

  it('name every image of every list', () => {
    const named = enrolmentLists.namedImages!(protocolOf({ lists: [list, other] }));
    expect(named.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((image) => [image, image]));
  });

  it('have a key by content and place, which further lists leave as it is', () => {
    const keys = (lists: (typeof list)[], count: number) => enrolmentLists.repeatKeys!(protocolOf({ lists }), count);
    const [first, second, third] = keys([list, other, list], 3);
    expect(first).toMatch(/^[0-9a-f]{16} 1$/);
    expect(second).toMatch(/^[0-9a-f]{16} 2$/);
    expect(third).toBe(`${first.slice(0, 16)} 3`);
    expect(second.slice(0, 16)).not.toBe(first.slice(0, 16));
    expect(keys([list], 1)).toEqual([first]);
    expect(keys([list, other, list], 2)).toEqual([first, second]);
    expect(enrolmentLists.repeats(protocolOf({ lists: [list, other] }), () => source)).toBe(2);
  });

  it('split without the images that take no part, with the templates in the gallery', () => {
    const partly = { ...source, labels: labels.with(1, -1).with(9, -1) };
    const split = enrolmentLists.split(protocolOf({ lists: [other, list] }), partly, {
      seed: 1,
      condition: 0,
      repeat: 2,
    });
    expect([[...split.train], [...split.test], [...split.gallery!]]).toEqual([[0], [4, 5, 8], [2, 3, 6, 7]]);
    expect(split.pairs!.threshold).toBe('equal rates');
    expect([...split.pairs!.evaluation.genuine]).toEqual([1, 0]);
  });

  it('keep templates in the gallery that no probe is compared with', () => {
    const strangers = { ...list, evaluation: { enrol: [6, 7], probe: [8, 8] } };
    const { gallery, pairs } = enrolmentLists.split(
      protocolOf({ lists: [strangers], impostors: 'strangers' }),
      source,
      { seed: 1, condition: 0, repeat: 1 },
    );
    expect([...pairs!.evaluation.references].map((place) => gallery![place])).toEqual([6, 6]);
    expect([...gallery!]).toEqual([2, 3, 6, 7]);
  });

  it('name the first ten problems', () => {
    const outside = { ...list, world: [0, 99] };
    const lists = new Array<typeof list>(12).fill(outside);
    const problems = enrolmentLists.check(protocolOf({ lists }), source, 1);
    expect(problems.map(({ path }) => path)).toEqual(
      Array.from({ length: 10 }, (_, i) => `protocol.lists[${i}].world[1]`),
    );
    expect(problems[0].message).toBe('protocol.lists[0].world[1]: there is no image 99; indices run from 0 to 9.');
    expect(enrolmentLists.check(protocolOf(), source, 1)).toEqual([]);
  });

  it('are said with their rules', () => {
    const sentence = (change: object) => enrolmentLists.sentence(protocolOf(change), 1);
    expect(sentence({})).toMatch(
      /learned on the world images; .* on the development subjects; all methods share the lists\.$/,
    );
    expect(sentence({ impostors: 'strangers' })).toMatch(/the lists\. Impostors are subjects without a template\.$/);
    expect(sentence({ clients: 'same' })).toMatch(/on other images of the same clients .* share the lists\.$/);
    const summary = (change: object) => enrolmentLists.summary(protocolOf(change));
    expect(summary({})).toBe('predefined enrolment lists');
    expect(summary({ lists: [list, other], clients: 'same' })).toBe('2 predefined enrolment lists, same clients');
  });

  it('are told in prose', () => {
    const told = (change: object) =>
      read(enrolmentLists.prose(protocolOf(change), { images: 10, subjects: 5, repeats: 1 }));
    const sentences = (lists: string, images: string) => [
      `Verification used ${lists} of images for training, enrolment and probes`,
      `A probe was accepted if its score exceeded the threshold of the equal error rate on ${images}`,
    ];
    expect(told({})).toEqual(sentences('predefined lists', 'the development subjects'));
    expect(told({ lists: [list, other], clients: 'same', impostors: 'strangers' })).toEqual([
      ...sentences('two sets of predefined lists', 'other images of the same clients'),
      'Impostors were subjects without a template',
    ]);
    expect(enrolmentLists.repeatsAre(protocolOf())).toBe('predefined splits');
    expect(enrolmentLists.comparesPairs!(protocolOf())).toBe('templates');
  });
});
