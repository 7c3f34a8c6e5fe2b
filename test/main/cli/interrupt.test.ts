import { afterAll, describe, expect, it, vi } from 'vitest';
import { interruptible } from '../../../src/main/cli/interrupt.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const listeners = () => signals.map((signal) => process.listeners(signal));

describe('work that signals interrupt', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  afterAll(() => exit.mockRestore());

  /** Sends signals during the work and after it has ended; returns the stops that were called. */
  async function called(during: readonly NodeJS.Signals[], after: readonly NodeJS.Signals[] = []): Promise<string[]> {
    const others = listeners().flat();
    const heard = (signal: NodeJS.Signals) => process.listeners(signal).filter((one) => !others.includes(one));
    // The process of the tests has listeners of its own, which would end it.
    const send = (signal: NodeJS.Signals): void => heard(signal).forEach((one) => one(signal));
    const stops: string[] = [];
    try {
      await interruptible([() => stops.push('pause'), () => stops.push('cancel')], async () => during.forEach(send));
      after.forEach(send);
      return stops;
    } finally {
      for (const signal of signals) heard(signal).forEach((one) => process.off(signal, one));
    }
  }

  it('calls the gentlest stop first, and ends the process after the last', async () => {
    expect(await called(['SIGINT'])).toEqual(['pause']);
    expect(await called(['SIGINT', 'SIGINT'])).toEqual(['pause', 'cancel']);
    await expect(called(['SIGINT', 'SIGINT', 'SIGINT'])).rejects.toThrow('exit 130');
  });

  it('calls the quickest stop where a batch system asks', async () => {
    expect(await called(['SIGTERM'])).toEqual(['cancel']);
  });

  it('hears a second Ctrl-C when the first has ended the work already', async () => {
    expect(await called(['SIGINT'], ['SIGINT'])).toEqual(['pause']);
    await expect(called(['SIGINT'], ['SIGINT', 'SIGINT'])).rejects.toThrow('exit 130');
  });

  it('leaves signals as they were where nobody has asked', async () => {
    const before = listeners();
    await interruptible([() => {}], async () => {});
    expect(listeners()).toEqual(before);
  });
});
