import { describe, expect, it } from 'vitest';
import { encodeNpy } from '../../../../src/core/formats/npy.ts';
import {
  FrameReader,
  frameParts,
  NoFrameError,
  type Frame,
} from '../../../../src/core/methods/external/messageFrames.ts';

const npy = encodeNpy({ shape: [2, 3], data: [1, 2, 3, 4, 5, 6] });
const frame: Frame = {
  head: { call: 'fit', text: 'é\n' },
  arrays: [
    { name: 'a', npy },
    { name: 'b', npy: npy.slice() },
  ],
};
const bytes = Buffer.concat([...frameParts(frame), ...frameParts({ head: { call: 'x' }, arrays: [] })]);

describe('frames', () => {
  it.each([1, 2, 7, 64, 10_000])('are the same in chunks of %i bytes', (size) => {
    const reader = new FrameReader();
    const found: Frame[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...reader.take(Uint8Array.from(bytes.subarray(at, at + size))));
    expect(found).toEqual([frame, { head: { call: 'x' }, arrays: [] }]);
    expect(reader.between).toBe(true);
  });

  it('say that they are not whole', () => {
    const reader = new FrameReader();
    expect(reader.take(Uint8Array.from(bytes.subarray(0, bytes.length - 20)))).toHaveLength(1);
    expect(reader.between).toBe(false);
  });

  it.each([
    ['a line of text', 'iteration 3\n', 'iteration 3'],
    ['a list', '[1]\n', '[1]'],
    ['an array without a length', '{"arrays":[{"name":"a"}]}\n', '{"arrays":[{"name":"a"}]}'],
    ['a negative length', '{"arrays":[{"name":"a","bytes":-1}]}\n', '{"arrays":[{"name":"a","bytes":-1}]}'],
    ['more than 2 GiB', '{"arrays":[{"name":"a","bytes":3e9}]}\n', '{"arrays":[{"name":"a","bytes":3e9}]}'],
  ])('are told from %s', (_name, text, quoted) => {
    expect(() => new FrameReader().take(new TextEncoder().encode(text))).toThrow(NoFrameError);
    try {
      new FrameReader().take(new TextEncoder().encode(text));
    } catch (error) {
      expect((error as NoFrameError).text).toBe(quoted);
    }
  });

  it('take the empty lists of languages that write them otherwise', () => {
    for (const empty of ['[]', '{}', '""', 'null']) {
      const [found] = new FrameReader().take(new TextEncoder().encode(`{"reply":"done","arrays":${empty}}\n`));
      expect(found).toEqual({ head: { reply: 'done' }, arrays: [] });
    }
  });
});
