import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/main/workspace/database/database.ts';
import { WorkspaceError } from '../../../../src/main/workspace/workspaceErrors.ts';
import { migrations, schemaVersion } from '../../../../src/main/workspace/database/migrations.ts';
import { nextSchema } from '../../../support/nextSchema.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const refusal = (path: string): string => {
  try {
    openDatabase(path).close();
  } catch (error) {
    expect(error).toBeInstanceOf(WorkspaceError);
    return (error as Error).message;
  }
  throw new Error(`${path} was opened`);
};

describe('openDatabase', () => {
  it('creates the file and the folders above it, with the present schema, WAL and foreign keys', () => {
    const { db } = openDatabase(join(temporaryFolder(), 'a', 'b', 'w.eigenbench'));
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  it('opens a file again without another migration', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    openDatabase(path).close();
    const { db } = openDatabase(path);
    expect(db.prepare('SELECT count(*) FROM datasets').pluck().get()).toBe(0);
    db.close();
  });

  it('brings an older file up to date step by step and keeps its rows', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { db: old } = openDatabase(path);
    old.exec(`INSERT INTO settings (name, value) VALUES ('theme', '"dark"')`);
    old.close();
    const { db } = openDatabase(path, { steps: nextSchema });
    expect(db.prepare('SELECT value, note FROM settings').get()).toEqual({ value: '"dark"', note: null });
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion + 1);
    db.close();
  });

  it('leaves the file as it was when a migration fails', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    openDatabase(path).close();
    const broken = { version: schemaVersion + 1, name: 'broken', sql: 'CREATE TABLE half (x); CREATE TABLE half (x);' };
    expect(() => openDatabase(path, { steps: [...migrations, broken] })).toThrow(WorkspaceError);
    const { db } = openDatabase(path);
    expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0);
    db.close();
  });

  it('refuses a file of a newer version and does not change it', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { db } = openDatabase(path);
    db.pragma(`user_version = ${schemaVersion + 1}`);
    db.close();
    const before = readFileSync(path);
    expect(refusal(path)).toContain(
      `newer version of Eigenbench (schema ${schemaVersion + 1}, this version knows ${schemaVersion})`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a file of the versions before the first release, whatever its schema, and does not change it', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { db } = openDatabase(path);
    db.pragma('application_id = 0x45696742');
    for (const version of [1, 16]) {
      db.pragma(`user_version = ${version}`);
      expect(refusal(path)).toContain('was written by a development version of Eigenbench, before its first release');
      expect(db.pragma('user_version', { simple: true })).toBe(version);
    }
    db.close();
  });

  it('refuses a file that is no database, an SQLite file of another application, and a folder', () => {
    const folder = temporaryFolder();
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'Dear diary, '.repeat(1000));
    expect(refusal(text)).toBe(`"${text}" is not an Eigenbench workspace.`);

    const other = join(folder, 'other.sqlite');
    new Database(other).exec('CREATE TABLE bookmarks (url TEXT)').close();
    const before = readFileSync(other);
    expect(refusal(other)).toMatch(/SQLite file of another application/);
    expect(readFileSync(other).equals(before)).toBe(true);

    const directory = join(folder, 'directory');
    mkdirSync(directory);
    expect(refusal(directory)).toMatch(/cannot be opened as a workspace/);
  });
});

describe('migrations', () => {
  it('are numbered 1, 2, 3 … without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('turn the former archive into a tag', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const former = openDatabase(path, { steps: migrations.slice(0, 5) }).db;
    const insert = former.prepare(
      `INSERT INTO datasets (name, layout, source, rows, cols, count, hash, pixel_type, low, high, created_at, tags, archived)
         VALUES (?, '', '', 1, 1, 1, '', 'u8', 0, 1, '', ?, ?)`,
    );
    for (const row of [
      ['a', '', 1],
      ['b', 'paper', 1],
      ['c', 'paper', 0],
      ['d', 'Archived\npaper', 1],
    ])
      insert.run(...row);
    former.close();
    const { db } = openDatabase(path);
    expect(db.prepare('SELECT tags FROM datasets ORDER BY name').pluck().all()).toEqual([
      'archived',
      'paper\narchived',
      'paper',
      'Archived\npaper',
    ]);
    db.close();
  });
});
