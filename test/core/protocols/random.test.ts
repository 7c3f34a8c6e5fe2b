import { describe, expect, it } from 'vitest';
import { random } from '../../../src/core/protocols/random.ts';
import { countsOf, faces, listsOf, read, sorted } from './faces.ts';

const all = faces(4, 6, 0, 5);
const source = { ...all, labels: all.labels.with(1, -1) };
const protocol = { kind: 'random' as const, trainPerSubject: [3, 1], repeats: 4 };
const draw = (repeat: number, condition = 0, seed = 1) =>
  listsOf(random.split(protocol, source, { seed, condition, repeat }));

describe('images at random', () => {
  it('are exactly k of every subject for training, and all others for testing', () => {
    for (const [condition, k] of protocol.trainPerSubject.entries()) {
      for (let repeat = 1; repeat <= 4; repeat++) {
        const { train, test } = draw(repeat, condition);
        expect(countsOf(train, source)).toEqual([k, k, 0, k]);
        expect(countsOf(test, source)).toEqual([4 - k, 5 - k, 0, 5 - k]);
        expect([train, test]).toEqual([sorted(train), sorted(test)]);
        expect(new Set([...train, ...test]).size).toBe(14);
      }
    }
  });

  it('are others in every repeat, for every k and seed, and the same whatever else is drawn', () => {
    const drawn = [draw(1), draw(2), draw(3), draw(1, 1), draw(1, 0, 2)].map(({ train }) => train.join());
    expect(new Set(drawn).size).toBe(5);
    const alone = { ...protocol, trainPerSubject: [1], repeats: 1 };
    expect(listsOf(random.split(alone, source, { seed: 1, condition: 0, repeat: 1 }))).toEqual(draw(1, 1));
  });

  it('leave an image of every subject to test', () => {
    const protocolOf = (k: number) => ({ ...protocol, trainPerSubject: [k] });
    const split = (k: number) => () => random.split(protocolOf(k), source, { seed: 1, condition: 0, repeat: 1 });
    expect(split(3)).not.toThrow();
    expect(split(4)).toThrow('Subject "a" has 4 images; 4 for training leave none for testing');
    expect(random.check(protocolOf(3), source, 1)).toEqual([]);
    expect(random.check(protocolOf(4), source, 1)).toEqual([
      {
        path: 'protocol.trainPerSubject[0]',
        message:
          'protocol.trainPerSubject[0]: 4 training images per subject need at least 5 images of each, subject "a" has 4.',
      },
    ]);
  });

  it('are a condition for every k, on an axis', () => {
    expect(random.conditions(protocol)).toEqual([
      { key: 'k=3', title: 'k = 3' },
      { key: 'k=1', title: 'k = 1' },
    ]);
    expect(random.axis!.values(protocol)).toEqual([3, 1]);
    expect(random.repeats(protocol, () => source)).toBe(4);
    expect(random.repeatsAre(protocol)).toBe('random splits');
    expect(random.sentence(protocol, 7)).toBe(
      'k random training images per subject (seed 7), the rest for testing; all methods share the splits.',
    );
  });

  it('are told in prose, one or several of each', () => {
    const told = (...trainPerSubject: number[]) =>
      read(random.prose({ ...protocol, trainPerSubject }, { images: 14, subjects: 3, repeats: 4 }));
    const sentence = (images: string) => [
      `For each of the three subjects, ${images} drawn at random for training, and the remaining images were used for testing`,
    ];
    expect(told(1)).toEqual(sentence('one image was'));
    expect(told(2)).toEqual(sentence('two images were'));
    expect(told(1, 2)).toEqual(sentence('k ∈ {1, 2} images were'));
  });
});
