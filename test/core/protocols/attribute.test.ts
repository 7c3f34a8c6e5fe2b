import { describe, expect, it } from 'vitest';
import { attribute } from '../../../src/core/protocols/attribute.ts';
import { faces, listsOf, read } from './faces.ts';

/** Sessions 1 to 3; image 4 takes no part, image 7 has no session. */
const all = faces(4, 4);
const sessions = ['1', '1', '2', '2', '3', '3', '3', undefined];
const source = {
  ...all,
  labels: all.labels.with(4, -1),
  attributes: sessions.map((session) => ({ light: 'on', ...(session && { session }) })),
};
const protocolOf = (...splits: { train: string[]; test?: string[] }[]) => ({
  kind: 'attribute' as const,
  attribute: 'session',
  splits,
});
const problems = (...splits: { train: string[]; test?: string[] }[]) =>
  attribute.check(protocolOf(...splits), source, 1);

describe('splits by the values of an attribute', () => {
  it('train on some values and test on others, or on all others that an image has', () => {
    const protocol = protocolOf({ train: ['2', '1'], test: ['3'] }, { train: ['2'] });
    const split = (condition: number) => listsOf(attribute.split(protocol, source, { seed: 1, condition, repeat: 1 }));
    expect([split(0), split(1)]).toEqual([
      { train: [0, 1, 2, 3], test: [5, 6] },
      { train: [2, 3], test: [0, 1, 5, 6] },
    ]);
    for (const attributes of [undefined, []]) {
      const without = { ...source, attributes };
      const split = attribute.split(protocol, without, { seed: 1, condition: 1, repeat: 1 });
      expect(listsOf(split)).toEqual({ train: [], test: [] });
    }
  });

  it('are a condition each, of one repeat, named by their values', () => {
    const protocol = protocolOf({ train: ['1', '2'], test: ['3'] }, { train: ['2'] });
    expect(attribute.conditions(protocol)).toEqual([
      { key: 'session=1,2->3', title: 'session 1, 2 → 3' },
      { key: 'session=2->*', title: 'session 2 → others' },
    ]);
    expect(attribute.repeats(protocol, () => source)).toBe(1);
    expect(attribute.repeatsAre(protocol)).toBe('predefined splits');
    expect(attribute.splitName!({ key: '', title: 'session 2 → others' }, 1)).toBe('Split session 2 → others');
    expect(attribute.sentence(protocol, 1)).toBe('Training and test images by "session".');
    expect(read(attribute.prose(protocol, { images: 7, subjects: 2, repeats: 1 }))).toEqual([
      'Images of session 1 and 2 were used for training and those of session 3 for testing; ' +
        'images of session 2 were used for training and all others for testing',
    ]);
  });

  it('name values that the attribute has, none on both sides, and leave one to test', () => {
    expect(problems({ train: ['1'] }, { train: ['1'], test: ['2', '3'] }, { train: ['1', '2'] })).toEqual([]);
    const said = (...splits: { train: string[]; test?: string[] }[]) =>
      problems(...splits).map(({ path, message }) => {
        expect(message.startsWith(`${path}: `)).toBe(true);
        return message;
      });
    const values = 'its values are 1, 2, 3.';
    expect(said({ train: ['1', '4', '5'], test: ['6', '1'] }, { train: ['7'] })).toEqual([
      `protocol.splits[0].train: "session" is never "4"; ${values}`,
      `protocol.splits[0].test: "session" is never "6"; ${values}`,
      `protocol.splits[1].train: "session" is never "7"; ${values}`,
    ]);
    expect(said({ train: ['1'] }, { train: ['1', '2'], test: ['3', '2', '1'] })).toEqual([
      'protocol.splits[1].test: "2" is also among the training values.',
    ]);
    expect(said({ train: ['3', '2', '1'] })).toEqual([
      'protocol.splits[0].train: all values of "session" are in it; none is left for testing.',
    ]);
  });

  it('ask for an attribute that the images have', () => {
    expect(attribute.check({ ...protocolOf({ train: ['1'] }), attribute: 'pose' }, source, 1)).toEqual([
      {
        path: 'protocol.attribute',
        message: 'protocol.attribute: the images of "faces" have no attribute "pose"; it has light, session.',
      },
    ]);
  });
});
