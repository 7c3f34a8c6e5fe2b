// @vitest-environment happy-dom
/** A number that is computed again from the page. */
import { mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecomputeEvent } from '../../../src/core/contract/reproductions.ts';
import { connectionKey } from '../../../src/renderer/api/client.ts';
import NumberCheck from '../../../src/renderer/reproduction/NumberCheck.vue';
import { eventually } from '../../support/eventually.ts';
import { fakeClient, fakeConnection, Feed } from '../fakeClient.ts';

let unmount = (): void => {};
afterEach(() => unmount());

const progress = { done: 1, total: 10, failed: 0, rate: null, secondsLeft: null, running: [] };

async function checked() {
  const events = new Feed<RecomputeEvent>();
  const signals: AbortSignal[] = [];
  const recompute = (_: unknown, { signal }: { signal: AbortSignal }) => (signals.push(signal), events);
  const fake = fakeClient({ reproductions: { recompute } });
  const page = mount(NumberCheck, {
    props: { id: 1, label: 'PCA', condition: 'k=2', measure: 'error-rate' },
    global: { provide: { [connectionKey as symbol]: fakeConnection(fake) } },
  });
  unmount = () => page.unmount();
  await page.get('button').trigger('click');
  events.push({ kind: 'progress', study: 9, progress });
  await eventually(() => expect(page.text()).toContain('1 of 10 cells'));
  return { page, fake, events, signals };
}

describe('a number', () => {
  it.each([
    [true, '25.5 at the best shape: the same, bit for bit'],
    [false, 'at the best shape: stored 25.5, now 26'],
  ])('is computed again in its condition alone, and said to be the same: %s', async (identical, sentence) => {
    const { page, fake, events } = await checked();
    expect(fake.calls.at(-1)?.input).toEqual({ study: 1, label: 'PCA', condition: 'k=2', measure: 'error-rate' });
    const number = {
      condition: 'k=2',
      selection: 'oracle',
      stored: 25.5,
      now: identical ? 25.5 : 26,
      identical,
    } as const;
    events.push({ kind: 'done', numbers: [number], progress: null });
    events.end();
    await eventually(() => expect(page.text()).toContain(sentence));
    expect(page.get('button').text()).toBe('Check this number');
  });

  it('is left alone where it is stopped or another one is looked at', async () => {
    const { page, signals } = await checked();
    await page.get('button').trigger('click');
    expect(page.text()).toContain('Stopped.');
    expect(signals[0].aborted).toBe(true);
    await page.get('button').trigger('click');
    await page.setProps({ label: 'LDA' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(page.text()).toBe('Check this number');
  });

  it('that cannot be computed says why', async () => {
    const { page, events } = await checked();
    events.push({ kind: 'failed', reason: 'The method is not registered.' });
    events.end();
    await eventually(() => expect(page.text()).toContain('The method is not registered.'));
  });
});
