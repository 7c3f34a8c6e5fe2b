/**
 * The power fails at a random call of a command: the disk has what was flushed, and of the rest any part, page by page.
 * What it has is whole, and holds what was there before or what comes after; when the command has ended, all of it.
 */
import { watchedCommands } from '../support/disk/commands.ts';
import type { Campaign } from './campaign.ts';
import { chooser } from './commands.ts';

export const power: Campaign = {
  about: 'images of the disk after a failure of the power at a random call of a command',
  unit: 'images',
  async attack(tries, options) {
    const choose = chooser(watchedCommands, options);
    for (const one of tries) {
      const [name, attacked] = await choose(one.random);
      const at = one.random(attacked.calls.length + 1);
      const disk = attacked.diskBefore(at);
      const wrong = attacked.wrongAfterPower(at, disk.some(one.random));
      if (wrong === null) tries.tally(at < attacked.calls.length ? 'whole' : 'all is there', name);
      else tries.fault(one, `${name}: ${wrong}`);
    }
  },
};
