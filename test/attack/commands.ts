/** Commands under attack by a campaign, each prepared when it is first chosen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Attacked } from '../support/disk/attacked.ts';
import type { WatchedCommand } from '../support/disk/commands.ts';
import { straceWorks } from '../support/disk/trace.ts';
import type { AttackOptions } from './campaign.ts';
import type { Random } from './fuzz/mutate.ts';

export type Chosen = readonly [name: string, attacked: Attacked];

/**
 * Chooses one of those that `only` names; every second choice is the favourite, if there is one. `trace`: calls to the
 * system are watched.
 */
export function chooser(
  commands: Readonly<Record<string, WatchedCommand>>,
  { folder, only }: AttackOptions,
  { favourite = '', trace = true } = {},
): (random: Random) => Promise<Chosen> {
  if (trace && !straceWorks()) throw new Error('strace is not installed here, or may not trace');
  const names = Object.keys(commands).filter((name) => name.includes(only));
  if (names.length === 0) throw new Error(`Expected a part of ${Object.keys(commands).join(', ')} after --only.`);
  const begun = new Map<string, Promise<Attacked>>();
  return async (random) => {
    const name = names.includes(favourite) && random(2) === 0 ? favourite : names[random(names.length)];
    if (!begun.has(name)) {
      const scratch = join(folder, name);
      mkdirSync(scratch);
      begun.set(name, Attacked.begin(commands[name], scratch, { trace }));
    }
    return [name, await begun.get(name)!];
  };
}
