import { describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../src/main/cancelled.ts';
import { ReaderPool } from '../../../../src/main/engine/reader/readerPool.ts';
import type { QueryName } from '../../../../src/main/engine/reader/queries.ts';
import type { ReaderAnswer, ReaderRequest } from '../../../../src/main/engine/reader/readerThread.ts';

/** Threads that begin a query at once and answer when told to. */
function pool(threads: number) {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const one = (number: number) => {
    const thread = {
      started: false,
      ask({ name, input }: ReaderRequest): Promise<ReaderAnswer> {
        thread.started = true;
        begun.push(`${name} ${input as string} in ${number}`);
        return new Promise((resolve) => answers.push(() => resolve({ result: input, bytes: null })));
      },
      close: async () => undefined,
    };
    return thread;
  };
  const made = new ReaderPool(Array.from({ length: threads }, (_, n) => one(n + 1)));
  return {
    begun,
    ask: (name: QueryName, input: string, signal?: AbortSignal) =>
      made.ask({ name, input: input as never, sized: false }, signal, () => undefined),
    async answer() {
      answers.shift()!();
      await new Promise((resolve) => setTimeout(resolve));
    },
    close: () => made.close(),
  };
}

describe('threads that read a workspace', () => {
  it('take kinds of queries by turns, each kind in its order', async () => {
    const { ask, answer, begun } = pool(1);
    for (const input of ['a', 'b', 'c']) void ask('studies.export', input);
    void ask('loadStudy', 'd');
    void ask('studies.intervals', 'e');
    for (let n = 0; n < 4; n++) await answer();
    expect(begun).toEqual([
      'studies.export a in 1',
      'studies.export b in 1',
      'loadStudy d in 1',
      'studies.intervals e in 1',
      'studies.export c in 1',
    ]);
  });

  it('start only as many as have work at the same time', async () => {
    const { ask, answer, begun } = pool(3);
    void ask('studies.export', 'a');
    await answer();
    void ask('studies.export', 'b');
    void ask('studies.export', 'c');
    expect(begun).toEqual(['studies.export a in 1', 'studies.export b in 1', 'studies.export c in 2']);
  });

  it('drop a query that is aborted before they begin with it', async () => {
    const { ask, answer, begun } = pool(1);
    const abort = new AbortController();
    void ask('studies.export', 'a');
    const waiting = ask('studies.export', 'b', abort.signal);
    const last = ask('studies.export', 'c');
    abort.abort();
    await expect(waiting).rejects.toThrow(Cancelled);
    await answer();
    await answer();
    await expect(last).resolves.toEqual({ result: 'c', bytes: null });
    expect(begun).toHaveLength(2);
  });

  it('refuse what waits when they are closed', async () => {
    const { ask, close } = pool(1);
    void ask('studies.export', 'a');
    const waiting = ask('studies.export', 'b');
    await close();
    await expect(waiting).rejects.toThrow(Cancelled);
    await expect(ask('studies.export', 'c')).rejects.toThrow(Cancelled);
  });
});
