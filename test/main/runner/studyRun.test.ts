import { describe, expect, it } from 'vitest';
import { splitQueue } from '../../../src/main/runner/studyRun.ts';

const queueOf = (...entries: string[]) => splitQueue(entries, (entry) => entry[0]);

describe('the queue of cells', () => {
  it('keeps a lane at its split until that is done, and lanes at different splits', () => {
    const queue = queueOf('a1', 'a2', 'b1', 'b2', 'c1');
    expect([0, 1, 0, 1, 0].map(queue.take)).toEqual(['a1', 'b1', 'a2', 'b2', 'c1']);
    expect(queue.take(1)).toBeUndefined();
  });

  it('goes through the splits in the order of the plan, so that the first repeats are done first', () => {
    const queue = queueOf('a1', 'a2', 'b1', 'b2', 'c1', 'c2');
    expect(Array.from({ length: 6 }, () => queue.take(0))).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  });

  it('lets a lane help at the split of another rather than idle', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1');
    expect([0, 1, 1].map(queue.take)).toEqual(['a1', 'b1', 'a2']);
    expect(queue.take(0)).toBe('a3');
    expect([0, 1].map(queue.take)).toEqual([undefined, undefined]);
  });

  it('takes an entry back, at the end of its split or as the last split', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    queue.take(0);
    queue.add('a1');
    expect([0, 0, 0].map(queue.take)).toEqual(['a2', 'a1', 'b1']);
    queue.add('a2');
    expect(queue.take(0)).toBe('a2');
    expect(queue.take(0)).toBeUndefined();
    queue.add('b1');
    expect(queue.take(1)).toBe('b1');
  });
});
