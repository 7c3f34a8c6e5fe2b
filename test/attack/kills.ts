/**
 * Commands that are ended at random moments, five of six by SIGKILL, one by SIGTERM: what was there before or what
 * comes after is there, of a run cell by cell, and the same command goes on to the same end. A command that was ended
 * between the two is the next that is ended. Every finished cell is counted just before the signal and afterwards.
 */
import { killedCommands, watchedCommands } from '../support/disk/commands.ts';
import type { Attacked } from '../support/disk/attacked.ts';
import type { Campaign } from './campaign.ts';
import { chooser } from './commands.ts';

export const kills: Campaign = {
  about: 'commands ended at random moments by SIGKILL and SIGTERM',
  unit: 'kills',
  async attack(tries, options) {
    // Half of the kills hit a run of 120 cells.
    const choose = chooser({ ...watchedCommands, ...killedCommands }, options, {
      favourite: 'long run',
      trace: false,
    });
    const durations = new Map<Attacked, Awaited<ReturnType<Attacked['duration']>>>();
    let [before, after] = [0, 0];
    for (const one of tries) {
      const [name, attacked] = await choose(one.random);
      if (!durations.has(attacked)) durations.set(attacked, await attacked.duration());
      // Three of four kills come after the program has been loaded.
      const from = one.random(4) === 0 ? 'start' : 'change';
      // What goes on in the next kill is ended sooner: most of a run of many cells is then computed between two kills.
      const share = attacked.inParts ? 0.6 : 1.2;
      const moment = one.random(Math.ceil(share * durations.get(attacked)![from]));
      const signal = one.random(6) === 0 ? 'SIGTERM' : 'SIGKILL';
      const { outcome, wrong, finished, kept } = await attacked.kill({ after: moment, signal, from });
      before += finished;
      after += kept;
      if (wrong === null) tries.tally(outcome, name);
      else tries.fault(one, `${name}: ${wrong}`);
    }
    tries.remark(`of ${before.toLocaleString('en')} finished cells ${after.toLocaleString('en')} kept bit for bit`);
  },
};
