/**
 * The engine's thread of a loopback host ends, throws or hangs at a random cell of a study: it is started again, says
 * so once, and the study ends with the bits of an undisturbed run.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loopbackPage } from '../main/engineThread/hosts.ts';
import { storedOutcome, supervisedIn, TOTAL, undisturbed } from '../main/engineThread/supervised.ts';
import type { Campaign, Try } from './campaign.ts';

/** Milliseconds that a study may take on a busy machine. */
const LONGEST = 300_000;
const FAULTS = ['exit', 'exit', 'throw', 'throw', 'hang', 'spin'] as const;

export const engine: Campaign = {
  about: 'engines that end, throw, hang or spin while a study runs in a loopback host',
  unit: 'ended engines',
  async attack(tries, { folder, only }) {
    const whole = join(folder, 'whole');
    mkdirSync(whole);
    const expected = await undisturbed(whole);
    const own = join(folder, 'own');
    for (const one of tries) {
      const kinds = FAULTS.filter((name) => name.includes(only));
      const fault = kinds[one.random(kinds.length)];
      try {
        mkdirSync(own);
        const found = await survive(own, fault, one);
        if (!isDeepStrictEqual(found, expected)) throw new Error('other results than those of an undisturbed run');
        tries.tally('the same bits', fault);
      } catch (error) {
        tries.fault(one, `${fault}: ${String(error)}`);
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    }
  },
};

/** What the study gives whose engine suffers the fault once. */
async function survive(folder: string, fault: (typeof FAULTS)[number], { random }: Try): Promise<unknown> {
  const { engine, workspacePath, study, order, restarts, lost, close } = supervisedIn(folder, 10_000);
  const { page, close: closeHost } = await loopbackPage(folder, engine.connect);
  try {
    await page.client.workspace.info();
    await order(fault, 1 + random(TOTAL - 1));
    await page.client.studies.run({ id: study });
    const began = performance.now();
    for (;;) {
      await sleep(50);
      // A call is lost with its engine.
      const state = await page.client.studies.get({ id: study }).then(
        (found) => found.state,
        () => null,
      );
      if (lost.length > 0) throw new Error(`the engine was given up: ${lost.join(' ')}`);
      if (state === 'finished') break;
      if (performance.now() - began > LONGEST) throw new Error(`the study is ${state} after ${LONGEST / 1000} s`);
    }
    if (restarts.length > 1) throw new Error(`it was started again ${restarts.length} times: ${restarts.join(' ')}`);
  } finally {
    await closeHost();
    await close();
  }
  return storedOutcome(workspacePath, study);
}
