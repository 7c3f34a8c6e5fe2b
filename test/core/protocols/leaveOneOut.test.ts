import { describe, expect, it } from 'vitest';
import { leaveOneOut } from '../../../src/core/protocols/leaveOneOut.ts';
import { faces, listsOf, read } from './faces.ts';

const all = faces(2, 3);
const source = { ...all, labels: all.labels.with(1, -1) };
const protocol = { kind: 'leave-one-out' as const };

describe('leaving one image out', () => {
  it('tests every image that takes part once, in their order, with all others for training', () => {
    const repeats = Array.from({ length: leaveOneOut.repeats(protocol, () => source) }, (_, i) => i + 1);
    const splits = repeats.map((repeat) =>
      listsOf(leaveOneOut.split(protocol, source, { seed: 1, condition: 0, repeat })),
    );
    expect(splits).toEqual([
      { train: [2, 3, 4], test: [0] },
      { train: [0, 3, 4], test: [2] },
      { train: [0, 2, 4], test: [3] },
      { train: [0, 2, 3], test: [4] },
    ]);
  });

  it('is one condition that any dataset has', () => {
    expect(leaveOneOut.conditions(protocol)).toEqual([{ key: 'leave-one-out', title: 'leave one out' }]);
    expect(leaveOneOut.check(protocol, source, 1)).toEqual([]);
  });

  it('says what its repeats are', () => {
    expect(leaveOneOut.repeatsAre(protocol)).toBe('test images');
    expect(leaveOneOut.summary(protocol)).toBe('leave one image out');
    expect(leaveOneOut.sentence(protocol, 1)).toBe('Each image is tested once, with all others for training.');
    expect(read(leaveOneOut.prose(protocol, { images: 12, subjects: 3, repeats: 12 }))).toEqual([
      'Each of the 12 images was tested once, with the other 11 images used for training (leave-one-out)',
    ]);
  });
});
