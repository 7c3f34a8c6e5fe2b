/** Decoders that others wrote may hang, crash or fill the memory: one file is lost, and nothing else. */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pictureDecoder } from '../../../../src/main/workers/decoders/decodePictures.ts';
import { DecoderThread } from '../../../../src/main/workers/decoders/decoderThread.ts';
import { Cancelled } from '../../../../src/main/cancelled.ts';
import { HANGING } from './workers/hanging.ts';

const workerFile = new URL('./workers/misbehaving.ts', import.meta.url);
const file = (kind: string, value = 7) => ({
  bytes: Uint8Array.of(kind.charCodeAt(0), value),
  format: 'JPEG',
  page: 0,
});

describe('a foreign decoder', () => {
  afterEach(() => void vi.useRealTimers());

  it('answers several files at a time from one thread', async () => {
    const decode = pictureDecoder({ workerFile });
    const pictures = await Promise.all([1, 2, 3, 4].map((value) => decode(file('a', value))));
    expect(pictures.map(({ samples }) => samples[0])).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['c', 'crashes', 'it ended the decoder: memory access out of bounds'],
    ['e', 'ends its thread', 'it ended the decoder'],
    ['m', 'fills its memory', 'it ended the decoder: Worker terminated due to reaching memory limit'],
  ])('that %s (%s) loses that file alone', async (kind, _what, reason) => {
    const decode = pictureDecoder({ workerFile, objects: 64 });
    const files = [file('a', 1), file(kind), file('a', 2), file('a', 3)];
    const outcomes = await Promise.allSettled(files.map((each) => decode(each)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toMatchObject({
      name: 'FormatError',
      message: expect.stringContaining(`expected a readable JPEG image, found a damaged one (${reason}`),
    });
    expect((await decode(file('a', 9))).samples[0]).toBe(9);
  });

  it('that hangs loses that file alone', async () => {
    const hanging = new BroadcastChannel(HANGING);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const decode = pictureDecoder({ workerFile });
    const first = once(hanging, 'message');
    const lost = decode(file('h'));
    const others = Promise.all([1, 2, 3].map((value) => decode(file('a', value))));
    await first;
    // All files are in that thread; each of them gets one of its own.
    const second = once(hanging, 'message');
    vi.advanceTimersByTime(30_000);
    expect((await others).map(({ samples }) => samples[0])).toEqual([1, 2, 3]);
    await second;
    vi.advanceTimersByTime(30_000);
    await expect(lost).rejects.toMatchObject({
      name: 'FormatError',
      message: expect.stringContaining('found a damaged one (its decoder made no progress for 30 s'),
    });
    expect((await decode(file('a', 9))).samples[0]).toBe(9);
    hanging.close();
  });

  it('is not given up while it shows signs of life', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const thread = new DecoderThread({ workerFile, patience: 1500 });
    let shares = 0;
    const onShare = (): void => {
      shares++;
      vi.advanceTimersByTime(1000);
    };
    expect((await thread.ask({ kind: 'picture', ...file('s') }, { onShare })).samples[0]).toBe(7);
    expect(shares).toBe(10);
    thread.retire();
  });

  it('gets a fresh thread after a file that may have damaged its memory', async () => {
    const thread = new DecoderThread({ workerFile });
    await expect(thread.ask({ kind: 'picture', ...file('r') })).rejects.toThrow('expected something else');
    expect(thread.spent).toBe(false);
    await expect(thread.ask({ kind: 'picture', ...file('w') })).rejects.toThrow('expected something else');
    expect(thread.spent).toBe(true);
    await expect(thread.ask({ kind: 'picture', ...file('a') })).rejects.toThrow('it ended the decoder');
  });

  it('is not believed when it claims more samples than it gives', async () => {
    const decode = pictureDecoder({ workerFile });
    await expect(decode(file('l'))).rejects.toThrow('expected 1 × 1 × 1 samples of the decoder, found 7');
  });

  it('is left at once when its import is cancelled, however it hangs', async () => {
    const decode = pictureDecoder({ workerFile });
    const stop = new AbortController();
    // The thread is there, so that the next message makes it hang.
    await decode(file('a'));
    const pending = decode(file('h'), stop.signal);
    await nextTurn();
    stop.abort();
    // Were it waited for, the reason would be that the decoder made no progress.
    await expect(pending).rejects.toBeInstanceOf(Cancelled);
    await expect(decode(file('a'), stop.signal)).rejects.toBeInstanceOf(Cancelled);
    expect((await decode(file('a', 5))).samples[0]).toBe(5);
  });
});
