import { copyFileSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { logDurability, reportChanges } from '../../../../src/main/workspace/database/durability.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** A database, and beside it the log that is flushed: one of its own, which can be made to refuse. */
function opened() {
  const folder = temporaryFolder();
  const db = new Database(join(folder, 'w.eigenbench'));
  onTestFinished(() => void db.close());
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE numbers (number INTEGER)');
  const insert = db.prepare('INSERT INTO numbers VALUES (1)');
  const path = join(folder, 'flushed');
  const durability = logDurability(db, path);
  const change = (): void => {
    durability.change();
    insert.run();
  };
  return { db, change, durability, log: `${path}-wal` };
}

describe('a flush', () => {
  it('that is asked for while another is on its way ends after it', async () => {
    const { change, durability } = opened();
    change();
    const ended: string[] = [];
    const first = durability.flush().then(() => ended.push('first'));
    const second = durability.flush().then(() => ended.push('second'));
    await Promise.all([first, second]);
    expect(ended).toEqual(['first', 'second']);
  });

  it('that failed is made good by the next one, whatever is changed in a transaction between', async () => {
    const { db, change, durability, log } = opened();
    change();
    // What is flushed is a file.
    mkdirSync(log);
    await expect(durability.flush()).rejects.toThrow('may be incomplete on the disk');
    rmdirSync(log);
    const read = db.prepare('SELECT count(*) FROM numbers').pluck();
    db.transaction(() => {
      expect(read.get()).toBe(1);
      change();
    })();
    await durability.flush();
    // Without its log the file has everything.
    const copy = `${db.name}.copy`;
    copyFileSync(db.name, copy);
    const copied = new Database(copy);
    onTestFinished(() => void copied.close());
    expect(copied.prepare('SELECT count(*) FROM numbers').pluck().get()).toBe(2);
  });
});

it('a connection reports each statement that may write, and no other', () => {
  let changes = 0;
  const { db } = opened();
  reportChanges(db, () => (changes += 1));
  const insert = db.prepare('INSERT INTO numbers VALUES (?) RETURNING number').pluck();
  expect(db.prepare('SELECT count(*) FROM numbers').pluck().get()).toBe(0);
  expect(changes).toBe(0);
  expect(insert.get(2)).toBe(2);
  insert.run(3);
  db.exec('DELETE FROM numbers');
  expect(changes).toBe(3);
});
