// @module-tag processes
/**
 * The n-th read, write, sync or truncation of a command fails, once or from then on. The command says so in one
 * sentence, or what it did is on the disk all the same; nothing is damaged, and the same command goes on.
 *
 * `npm test` tries the flushes of one command. The mode `long` tries every command that starts fast, of each kind of
 * call EIGENBENCH_CALLS, evenly spread. All of all commands, once and for ever, take about 40 minutes of a processor:
 * EIGENBENCH_CALLS=all npm run test:long -- test/main/disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Attacked, failingCalls } from '../../support/disk/attacked.ts';
import { watchedCommands } from '../../support/disk/commands.ts';
import { faultKinds, straceWorks, type FaultKind } from '../../support/disk/trace.ts';
import { skipWhen } from '../../support/skips.ts';

const calls = process.env['EIGENBENCH_CALLS'];
const all = calls === 'all';
// What runs a module of the tests runs it from the sources, and takes four times as long.
const built = Object.keys(watchedCommands).filter((name) => watchedCommands[name].script === undefined);
const names = calls === undefined ? ['run'] : all ? Object.keys(watchedCommands) : built;
const kinds: readonly FaultKind[] = calls === undefined ? ['sync', 'flush'] : faultKinds;
const most = calls === undefined || all ? Infinity : Number(calls);
const withoutStrace = skipWhen(!straceWorks(), 'strace is not installed here, or may not trace');

// Each waits for a process most of the time.
describe.concurrent.each(names)('%s', withoutStrace, (name) => {
  it('survives the failure of its calls', { timeout: 3_600_000 }, async () => {
    // Not of `temporaryFolder`, which removes those of all tests at the end of one.
    const scratch = mkdtempSync(join(tmpdir(), 'eigenbench-calls-'));
    try {
      await attack(name, scratch);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
});

async function attack(name: string, scratch: string): Promise<void> {
  const attacked = await Attacked.begin(name, scratch);
  for (const kind of kinds) {
    const outcomes = new Map<string, number>();
    // Of a slow command the clock flushes too: when that fails just before the end, the end makes it good. Not always.
    for (let time = 1; time <= 3 && !outcomes.has('refused'); time++) {
      for await (const { outcome, wrong } of failingCalls(attacked, kind, { most, forEver: all })) {
        expect(wrong).toBe(null);
        outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1);
      }
    }
    if (attacked.numbers[kind].length > 0)
      expect([kind, [...outcomes.keys()]]).toEqual([kind, expect.arrayContaining(['refused'])]);
    if (all) process.stdout.write(`${name}: ${kind}, ${JSON.stringify(Object.fromEntries(outcomes))}\n`);
  }
}
