import { describe, expect, it, vi } from 'vitest';
import { latestStream } from '../../../src/main/engine/latestStream.ts';

describe('latestStream', () => {
  it('skips values that a slow consumer did not take, and ends with the last', async () => {
    const { stream, offer, end } = latestStream<number>(undefined, () => undefined, 0);
    offer(1);
    offer(2);
    expect(await stream.next()).toEqual({ done: false, value: 2 });
    offer(3);
    offer(4);
    end();
    offer(5);
    expect(await stream.next()).toEqual({ done: false, value: 4 });
    expect((await stream.next()).done).toBe(true);
  });

  it('sends at most one value an interval, but the last one at once', async () => {
    vi.useFakeTimers();
    try {
      const { stream, offer, end } = latestStream<number>(undefined, () => undefined, 100);
      const taken: number[] = [];
      const consumer = (async () => {
        for await (const value of stream) taken.push(value);
      })();
      for (let i = 0; i < 100; i++) {
        offer(i);
        await vi.advanceTimersByTimeAsync(5);
      }
      expect(taken.length).toBeGreaterThanOrEqual(5);
      expect(taken.length).toBeLessThanOrEqual(6);
      offer(1000);
      end();
      await consumer;
      expect(taken.at(-1)).toBe(1000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes once, however it ends', async () => {
    const onEnd = vi.fn();
    const ended = latestStream<number>(undefined, onEnd);
    ended.end();
    await ended.stream.next();
    await ended.stream.return!();
    expect(onEnd).toHaveBeenCalledTimes(1);

    const onAbort = vi.fn();
    const controller = new AbortController();
    const aborted = latestStream<number>(controller.signal, onAbort);
    const waiting = aborted.stream.next();
    controller.abort();
    expect((await waiting).done).toBe(true);
    await aborted.stream.return!();
    expect(onAbort).toHaveBeenCalledTimes(1);

    const onBefore = vi.fn();
    expect((await latestStream<number>(AbortSignal.abort(), onBefore).stream.next()).done).toBe(true);
    expect(onBefore).toHaveBeenCalledTimes(1);
  });
});
