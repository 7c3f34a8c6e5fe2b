/**
 * A random read, write, flush or truncation of a command fails, once or with all that come after it: one sentence and
 * exit code 1, or all is on the disk; nothing is damaged, and the same command goes on.
 */
import { watchedCommands } from '../support/disk/commands.ts';
import { faultKinds } from '../support/disk/trace.ts';
import type { Campaign } from './campaign.ts';
import { chooser } from './commands.ts';

export const faults: Campaign = {
  about: 'calls of commands to the system that fail: reads, writes, flushes, truncations',
  unit: 'failing calls',
  async attack(tries, options) {
    const choose = chooser(watchedCommands, options);
    for (const one of tries) {
      const [name, attacked] = await choose(one.random);
      const kinds = faultKinds.filter((kind) => attacked.numbers[kind].length > 0);
      const kind = kinds[one.random(kinds.length)];
      const numbers = attacked.numbers[kind];
      const fault = { kind, at: numbers[one.random(numbers.length)], forEver: one.random(2) === 0 };
      const { outcome, wrong } = await attacked.fail(fault);
      if (wrong === null) tries.tally(outcome ?? 'nothing of it failed', name);
      else tries.fault(one, `${name}: ${wrong}`);
    }
  },
};
