// @module-tag processes
/** The campaign of kills notices a command that loses or changes a finished cell, and keeps what it left. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Attacked } from '../support/disk/attacked.ts';
import { killedCommands, longRun, watchedCommands, WORKSPACE, type WatchedCommand } from '../support/disk/commands.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const sqlite = pathToFileURL(createRequire(import.meta.url).resolve('better-sqlite3')).href;

/** Changes a finished study by this statement, and then does not end by itself. */
function faulty(statement: string): WatchedCommand {
  return {
    ...watchedCommands['merge'],
    async prepare(folder) {
      await watchedCommands['rm'].prepare(folder);
      writeFileSync(
        join(folder, 'faulty.mjs'),
        `import Database from '${sqlite}';
         const db = new Database('${WORKSPACE}');
         setTimeout(() => { db.exec(${JSON.stringify(statement)}); db.close(); }, 1500);
         process.on('SIGTERM', () => setTimeout(() => process.exit(0), 3000));`,
      );
    },
    script: 'faulty.mjs',
    parameters: [],
    // The workspace itself would refuse what the statement leaves.
    look: () => 'whatever',
    finishedCells: longRun.finishedCells!,
  };
}

describe('a finished cell', () => {
  it.each([
    ['is lost', "UPDATE cells SET status = 'pending', seal = NULL WHERE position = 1"],
    ['is changed', "UPDATE cell_results SET wrong = X'00' WHERE cell_id = (SELECT min(cell_id) FROM cell_results)"],
  ])('that %s is a fault, and the folder is kept', async (_, statement) => {
    const attacked = await Attacked.begin(faulty(statement), temporaryFolder(), { trace: false });
    const { wrong, finished, kept } = await attacked.kill({ after: 700, signal: 'SIGTERM' });
    expect({ finished, kept }).toEqual({ finished: 3, kept: 2 });
    expect(wrong).toMatch(/of 3 finished cells are lost or changed: study \w+/);
    const copy = /It is kept in (\S+)\.$/.exec(wrong!)![1];
    expect(existsSync(join(copy, WORKSPACE))).toBe(true);
    rmSync(copy, { recursive: true });
  });
});

it('a half-planned study is found by nobody, does not hinder the next one, and goes after an hour', async () => {
  const attacked = await Attacked.begin(killedCommands['plan'], temporaryFolder(), { trace: false });
  const { change } = await attacked.duration();
  const outcomes = new Set<string>();
  for (let share = 0.95; share > 0.3 && !outcomes.has('before with a hidden rest'); share -= 0.2) {
    const { outcome, wrong } = await attacked.kill({ after: share * change, signal: 'SIGKILL', from: 'change' });
    expect(wrong).toBe(null);
    outcomes.add(outcome);
  }
  expect([...outcomes]).toContain('before with a hidden rest');
}, 600_000);
