import { beforeEach, describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../src/main/cancelled.ts';
import { SharedAnswers, type Query } from '../../../../src/main/engine/reader/sharedAnswers.ts';

let state: string;
let asked: number;
beforeEach(() => {
  state = 'first';
  asked = 0;
});

const answers = (most = 100) => new SharedAnswers(() => state, most);

/** Answers at once with the state that it read. */
const quick =
  (bytes: number | null = 10): Query =>
  async (_signal, begin) => {
    asked++;
    begin();
    return { result: state, bytes };
  };

/** A query that begins and answers when told to. */
function slow() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let read = '';
  const signals: AbortSignal[] = [];
  const query: Query = async (signal, begin) => {
    asked++;
    signals.push(signal);
    await begun.promise;
    begin();
    read = state;
    await end.promise;
    return { result: read, bytes: 10 };
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const settle = (step: PromiseWithResolvers<void>) => async () => {
    step.resolve();
    await turn();
  };
  return { query, signals, turn, begin: settle(begun), end: settle(end) };
}

describe('shared answers', () => {
  it('serve equal queries until what is stored has changed', async () => {
    const shared = answers();
    expect([await shared.get('a', quick()), await shared.get('a', quick())]).toEqual(['first', 'first']);
    expect(asked).toBe(1);
    state = 'second';
    expect(await shared.get('a', quick())).toBe('second');
    expect(await shared.get('b', quick())).toBe('second');
    expect(asked).toBe(3);
  });

  it('are of one query for all that ask before it begins, whatever changes meanwhile', async () => {
    const shared = answers();
    const { query, begin, end } = slow();
    const before = shared.get('a', query);
    state = 'second';
    const after = shared.get('a', query);
    await begin();
    await end();
    expect(await Promise.all([before, after])).toEqual(['second', 'second']);
    expect(asked).toBe(1);
  });

  it('are never of a query that began before a change', async () => {
    const shared = answers();
    const { query, begin, end } = slow();
    const before = shared.get('a', query);
    await begin();
    state = 'second';
    expect(await shared.get('a', quick())).toBe('second');
    await end();
    expect(await before).toBe('first');
    expect(await shared.get('a', quick())).toBe('second');
    expect(asked).toBe(2);
  });

  it('end a query when all that wait for it have left', async () => {
    const shared = answers();
    const { query, signals, turn, begin, end } = slow();
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [shared.get('a', query, one.signal), shared.get('a', query, other.signal)];
    const ended = Promise.allSettled(waiting);
    await begin();
    one.abort();
    await turn();
    expect(signals[0].aborted).toBe(false);
    other.abort();
    for (const { status, ...result } of await ended) {
      expect(status).toBe('rejected');
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(Cancelled);
    }
    expect(signals[0].aborted).toBe(true);
    expect(await shared.get('a', quick())).toBe('first');
    await end();
    expect(asked).toBe(2);
  });

  it('forget failures', async () => {
    const shared = answers();
    const failing: Query = async () => {
      throw new Error('a defect');
    };
    await expect(shared.get('a', failing)).rejects.toThrow('a defect');
    expect(await shared.get('a', quick())).toBe('first');
  });

  it('keep the most recently used within a number of bytes, and none that are large or of unknown size', async () => {
    const shared = answers();
    for (const [key, bytes] of [
      ['a', 25],
      ['b', 25],
      ['c', 25],
      ['d', 25],
      ['large', 26],
      ['unknown', null],
    ] as const) {
      await shared.get(key, quick(bytes));
    }
    expect(asked).toBe(6);
    await shared.get('a', quick(25));
    expect(asked).toBe(6);
    await shared.get('e', quick(25));
    expect(asked).toBe(7);
    for (const key of ['a', 'c', 'd', 'e']) await shared.get(key, quick(25));
    expect(asked).toBe(7);
    for (const key of ['b', 'large', 'unknown']) await shared.get(key, quick(26));
    expect(asked).toBe(10);
  });
});
