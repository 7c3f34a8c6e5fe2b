/** Requests to a worker thread, and what becomes of them when it is aborted, ends or dies. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Cancelled } from '../../src/main/cancelled.ts';
import { WorkerClient, workerModule } from '../../src/main/workerClient.ts';
import type { Answer, Order } from './workers/obeying.ts';

function client(): WorkerClient<Order, Answer> {
  const thread = new WorkerClient<Order, Answer>(new URL('./workers/obeying.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    deathError: (error, code) => new Error(error === null ? `ended with ${code}` : `died: ${error.message}`),
  });
  onTestFinished(() => thread.end());
  return thread;
}

describe('a client of a worker', () => {
  it('gets the reply to each of its requests, after what the thread says before', async () => {
    const thread = client();
    const shares: number[] = [];
    const replies = await Promise.all([
      thread.ask('report', { onInterim: ({ share }) => shares.push(share) }),
      thread.ask('answer'),
    ]);
    expect(replies.map(({ order }) => order)).toEqual(['report', 'answer']);
    expect(shares).toEqual([0.25, 0.5]);
    expect(thread.over).toBe(false);
  });

  it('abandons an aborted request, and leaves the thread to the others', async () => {
    const thread = client();
    const abort = new AbortController();
    const waiting = thread.ask('wait', { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toThrow(Cancelled);
    await expect(thread.ask('answer', { signal: abort.signal })).rejects.toThrow(Cancelled);
    await expect(thread.ask('answer')).resolves.toMatchObject({ order: 'answer' });
  });

  it.each<[Order, RegExp]>([
    ['exit', /^ended with 3$/],
    ['throw', /^died: a defect$/],
    ['hoard', /^died: .*memory limit/],
  ])('learns why a thread died that was told to %s, with every open request', async (order, reason) => {
    const thread = client();
    const results = await Promise.allSettled([thread.ask('wait'), thread.ask(order)]);
    for (const result of results) expect((result as PromiseRejectedResult).reason.message).toMatch(reason);
    await thread.ended;
    expect(thread.over).toBe(true);
    await expect(thread.ask('answer')).rejects.toThrow(reason);
  });

  it('ends a thread that hangs, with the error that it gives', async () => {
    const thread = client();
    const hanging = thread.ask('hang');
    const ending = thread.end(new Error('no longer wanted'));
    await expect(hanging).rejects.toThrow('no longer wanted');
    await ending;
    expect(thread.over).toBe(true);
  });

  it('rejects what cannot be sent, and goes on', async () => {
    const thread = client();
    await expect(thread.ask((() => undefined) as unknown as Order)).rejects.toThrow('could not be cloned');
    await expect(thread.ask('answer')).resolves.toMatchObject({ order: 'answer' });
  });

  it('learns of a module that cannot be loaded', async () => {
    const thread = new WorkerClient<Order, Answer>(workerModule('missing', import.meta.url), {
      deathError: (error) => new Error(error === null ? 'ended' : 'not loaded'),
    });
    await expect(thread.ask('answer')).rejects.toThrow('not loaded');
  });
});

it('modules of workers lie beside the module that asks, built or not', () => {
  expect(workerModule('aWorker', 'file:///src/main/a.ts').href).toBe('file:///src/main/aWorker.ts');
  expect(workerModule('aWorker', 'file:///out/main/a-1b2c.js').href).toBe('file:///out/main/aWorker.js');
});
