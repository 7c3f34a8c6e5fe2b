import { describe, expect, it } from 'vitest';
import { leaveOneValueOut } from '../../../src/core/protocols/leaveOneValueOut.ts';
import { faces, listsOf, read } from './faces.ts';

/** Image 4 takes no part, image 7 has no light. */
const all = faces(4, 4);
const lights = ['10', '2', '9', '2', '11', '10', '9', undefined];
const source = {
  ...all,
  labels: all.labels.with(4, -1),
  attributes: lights.map((light) => ({ room: 'A', ...(light && { light }) })),
};
const protocol = { kind: 'leave-one-value-out' as const, attribute: 'light' };

describe('leaving one value out', () => {
  it('tests every value of the images that take part once, in the order of their numbers', () => {
    const repeats = Array.from({ length: leaveOneValueOut.repeats(protocol, () => source) }, (_, i) => i + 1);
    const splits = repeats.map((repeat) =>
      listsOf(leaveOneValueOut.split(protocol, source, { seed: 1, condition: 0, repeat })),
    );
    expect(splits).toEqual([
      { train: [0, 2, 5, 6], test: [1, 3] },
      { train: [0, 1, 3, 5], test: [2, 6] },
      { train: [1, 2, 3, 6], test: [0, 5] },
    ]);
  });

  it('needs an attribute with two values', () => {
    const problems = (attribute: string) => leaveOneValueOut.check({ ...protocol, attribute }, source, 1);
    expect(problems('light')).toEqual([]);
    expect(problems('room')).toEqual([
      {
        path: 'protocol.attribute',
        message: 'protocol.attribute: every image has "room" A; nothing is left for training.',
      },
    ]);
    expect(problems('pose')).toEqual([
      {
        path: 'protocol.attribute',
        message: 'protocol.attribute: the images of "faces" have no attribute "pose"; it has light, room.',
      },
    ]);
    const two = { ...source, attributes: source.attributes.map((_, image) => ({ light: String(image % 2) })) };
    expect(leaveOneValueOut.check(protocol, two, 1)).toEqual([]);
  });

  it('is one condition, and says what its repeats are', () => {
    expect(leaveOneValueOut.conditions(protocol)).toEqual([{ key: 'leave-out=light', title: 'one light left out' }]);
    expect(leaveOneValueOut.repeatsAre(protocol)).toBe('held-out groups');
    expect(leaveOneValueOut.summary(protocol)).toBe('leave-one-group-out by light');
    expect(leaveOneValueOut.sentence(protocol, 1)).toBe('Every value of "light" is held out for testing once.');
    expect(read(leaveOneValueOut.prose(protocol, { images: 7, subjects: 2, repeats: 3 }))).toEqual([
      'The images of each of the three values of the attribute light were held out for testing in turn, ' +
        'with all others used for training (leave-one-group-out)',
    ]);
  });
});
