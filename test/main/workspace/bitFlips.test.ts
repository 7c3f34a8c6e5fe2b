/**
 * A workspace in which the disk has changed a bit: it is refused by name, or gives what it gave before. Never a third.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { runSteps } from '../../../src/core/formats/cooperativeSteps.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { nearestImages } from '../../../src/main/engine/studies/cells/nearestImages.ts';
import { storedManifest } from '../../../src/main/engine/studies/studyFiles.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { mergeInto } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { openBench, runToEnd } from '../runner/bench.ts';
import { sharedFolder, temporaryFolder } from '../../support/temporaryFolder.ts';
import { contentOf, finishedWorkspace, lookAt } from './content.ts';

let whole: Buffer;
let expected: string;

const folder = sharedFolder();

beforeAll(async () => {
  const path = join(folder, 'w.eigenbench');
  await finishedWorkspace(path);
  const workspace = openWorkspace(path);
  expected = contentOf(workspace);
  workspace.close();
  whole = readFileSync(path);
});

describe('a flipped bit', () => {
  // EIGENBENCH_FLIPS=5000 npx vitest run test/main/workspace/bitFlips.test.ts
  const flips = Number(process.env['EIGENBENCH_FLIPS'] ?? 240);

  it(`at ${flips} random places never gives other numbers without a word`, { timeout: 600_000 + flips * 200 }, () => {
    const folder = temporaryFolder();
    const random = stream(1, 'bit flips');
    const found = { same: 0, refused: 0 };
    const silent: string[] = [];
    for (let flip = 0; flip < flips; flip++) {
      const at = random.integer(whole.length);
      const bit = random.integer(8);
      const damaged = Buffer.from(whole);
      damaged[at] ^= 1 << bit;
      const path = join(folder, `${flip}.eigenbench`);
      writeFileSync(path, damaged, { mode: 0o600 });
      try {
        found[lookAt(path, expected) === null ? 'same' : 'refused']++;
      } catch (error) {
        silent.push(`byte ${at}, bit ${bit}: ${String(error)}`);
      }
    }
    expect(silent).toEqual([]);
    // The other flips hit pages of tables without rows.
    expect(found.refused).toBeGreaterThan(flips / 5);
  });

  it.each([
    [
      'the errors of a cell',
      'UPDATE cell_results SET wrong = zeroblob(length(wrong)) WHERE cell_id = 5',
      /PCA.* is damaged/,
    ],
    [
      'the details of a cell',
      "UPDATE cell_results SET details = replace(details, '1', '2') WHERE cell_id = 5",
      /is damaged/,
    ],
    ['the shapes of a cell', "UPDATE shape_lists SET shapes = replace(shapes, '[2]', '[3]')", /is damaged/],
    ['a missing result', 'DELETE FROM cell_results WHERE cell_id = 3', /is damaged: it is missing/],
    [
      'a finished cell in another state',
      "UPDATE cells SET status = 'pending' WHERE id = 3",
      /The state of .* is damaged/,
    ],
    [
      'a finished cell in a state that there is not',
      "PRAGMA ignore_check_constraints = 1; UPDATE cells SET status = 'dxne' WHERE id = 3",
      /The state of .* is damaged/,
    ],
    ['a failed cell without a reason', "UPDATE cells SET status = 'failed' WHERE id = 3", /The state of .* is damaged/],
    ['the label of a cell', "UPDATE cells SET label = 'LDA' WHERE position = 2", /its cells are not listed/],
    ['the spec', "UPDATE studies SET spec = replace(spec, '0.05', '0.01')", /its spec is not as it was stored/],
    ['an attribute', `UPDATE images SET attributes = '{"session":"3"}' WHERE position = 4`, /"faces" is damaged/],
    ['a subject', 'UPDATE images SET subject = 1 WHERE position = 4', /"faces" is damaged/],
    [
      'the order of images',
      'UPDATE images SET pixels = (SELECT pixels FROM images WHERE position = 1) WHERE position = 4',
      /"faces" is damaged/,
    ],
    [
      'the hash of a study, of another type',
      `PRAGMA foreign_keys = 0; PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'hash TEXT', 'hash BLOB') WHERE name = 'studies';
       PRAGMA writable_schema = RESET; UPDATE studies SET dataset_hash = CAST(dataset_hash AS BLOB);
       PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'hash BLOB', 'hash TEXT') WHERE name = 'studies'`,
      /is damaged/,
    ],
    [
      'the digests of a cell, of another type',
      `PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'digests BLOB', 'digests INTEGER') WHERE name = 'cell_results';
       PRAGMA writable_schema = RESET; UPDATE cell_results SET digests = 7 WHERE cell_id = 3;
       PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'digests INTEGER', 'digests BLOB') WHERE name = 'cell_results'`,
      /is damaged/,
    ],
    [
      'the deletion of a dataset that a study uses',
      "UPDATE datasets SET deleted_at = '2126-01-01'",
      /its dataset is deleted/,
    ],
    [
      'the mark that a study is planned',
      'UPDATE studies SET planned = 0',
      /1 of the studies is marked as not yet planned, although cells of it are finished/,
    ],
    [
      'the mark that nothing is deleted, of a study',
      `PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'deleted_at TEXT', 'deleted_at ANY') WHERE name = 'studies';
       PRAGMA writable_schema = RESET; UPDATE studies SET deleted_at = 0;
       PRAGMA writable_schema = 1;
       UPDATE sqlite_schema SET sql = replace(sql, 'deleted_at ANY', 'deleted_at TEXT') WHERE name = 'studies'`,
      /1 of the studies is marked as deleted without a date that can be true/,
    ],
    [
      'the date of a deletion, of a dataset',
      "PRAGMA foreign_keys = 0; DELETE FROM studies; UPDATE datasets SET deleted_at = '0026-01-01'",
      /1 of the datasets is marked as deleted without a date that can be true/,
    ],
    ['a subject that is gone', 'PRAGMA foreign_keys = 0; DELETE FROM subjects WHERE number = 2', /"faces" is damaged/],
    ['the hash of the dataset', 'UPDATE datasets SET hash = upper(hash)', /"faces" is damaged/],
  ])('in %s is named, and check finds it', (_, sql, sentence) => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    // Damage needs no permission.
    const db = new Database(path).unsafeMode();
    db.exec(sql);
    db.close();
    expect(lookAt(path, expected)).toMatch(sentence);
    const workspace = openWorkspace(path);
    expect(runSteps(workspace.check(false))).not.toEqual([]);
    workspace.close();
  });
});

describe('a state that contradicts what is stored', () => {
  it.each([
    ['a finished cell that says "pending"', "UPDATE cells SET status = 'pending', seal = NULL WHERE id = 3"],
    ['a finished cell without a result', 'DELETE FROM cell_results WHERE cell_id = 3'],
    ['a failed cell with a result', "UPDATE cells SET status = 'failed', reason = 'x', seal = NULL WHERE id = 3"],
  ])('is refused by everything that reads cells, and nothing is computed: %s', async (_, sql) => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    const db = new Database(path);
    // Workspaces of before have no digests of states: the facts alone contradict each other.
    db.exec(sql);
    const at = db.prepare<[], number>('SELECT position FROM cells WHERE id = 3').pluck().get()!;
    db.close();
    const bench = openBench(path, 1);
    const { workspace, runner } = bench;
    const [{ id }] = workspace.studies.list();
    const study = workspace.studies.get(id)!;
    const sentence = /^The (state|result) of PCA, k=3, repeat 1 is damaged: .*"eigenbench check"/;
    const readers = {
      all: () => workspace.cells.all(id),
      at: () => workspace.cells.at(id, at),
      done: () => workspace.cells.withStatus(id, 'done'),
      table: () => studyResults(workspace, study),
      'nearest images': () => nearestImages(workspace, study),
      manifest: () => storedManifest(workspace, study),
    };
    for (const [name, read] of Object.entries(readers)) expect(read, name).toThrow(sentence);
    const merged = openWorkspace(join(temporaryFolder(), 'merged.eigenbench'));
    expect(() => mergeInto(merged)(workspace)).toThrow(sentence);
    expect(() => mergeInto(workspace)(workspace)).toThrow(sentence);
    merged.close();
    const before = workspace.studies.get(id)!.cells;
    await runToEnd(bench, id);
    expect(runner.event(id)).toMatchObject({ state: 'stopped', fault: expect.stringMatching(/repeat 1 is damaged/) });
    expect(workspace.studies.get(id)!.cells).toEqual(before);
    await bench.close();
  });
});

describe('check', () => {
  it('finds nothing in a whole workspace', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    const workspace = openWorkspace(path);
    expect(runSteps(workspace.check(true))).toEqual([]);
    expect(contentOf(workspace)).toBe(expected);
    workspace.close();
  });

  it('makes damaged cells pending again, which then give the same bits', async () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    const db = new Database(path);
    db.exec('UPDATE cell_results SET nearest = zeroblob(length(nearest)) WHERE cell_id IN (2, 7)');
    db.close();
    const bench = openBench(path, 1);
    const before = runSteps(bench.workspace.check(false));
    expect(before.map(({ repairable, repaired }) => [repairable, repaired])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(runSteps(bench.workspace.check(true)).every(({ repaired }) => repaired)).toBe(true);
    const [{ id, cells }] = bench.workspace.studies.list();
    expect(cells).toMatchObject({ total: 12, done: 10 });
    await runToEnd(bench, id);
    expect(contentOf(bench.workspace).replaceAll(/"seconds":[\d.e-]+/g, '')).toBe(
      expected.replaceAll(/"seconds":[\d.e-]+/g, ''),
    );
    await bench.close();
  });

  it.each([
    ['pending', 'a state that another cell may have'],
    ['dxne', 'a state that there is not'],
  ])('sets a state by the facts: a finished cell that says "%s" is done (%s)', (word) => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    const db = new Database(path);
    db.exec(`PRAGMA ignore_check_constraints = 1; UPDATE cells SET status = '${word}', seconds = 0 WHERE id = 3`);
    db.close();
    const workspace = openWorkspace(path);
    const [finding, ...more] = runSteps(workspace.check(false));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ repairable: true, repaired: false });
    expect(finding.text).toMatch(
      /^The state of PCA, .* is damaged: its state says "\w+", by its result it has to be done\.$/,
    );
    expect(runSteps(workspace.check(true)).map(({ repaired }) => repaired)).toEqual([true]);
    expect(runSteps(workspace.check(false))).toEqual([]);
    expect(contentOf(workspace)).toBe(expected);
    workspace.close();
  });

  it('makes a cell pending whose failure is not as it was stored', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    let workspace = openWorkspace(path);
    const [{ id }] = workspace.studies.list();
    workspace.cells.giveUp(id, 2);
    workspace.cells.fail(id, 2, 'rank too small');
    expect(runSteps(workspace.check(false))).toEqual([]);
    workspace.close();
    const db = new Database(path);
    db.exec("UPDATE cells SET reason = 'rank too smalm' WHERE position = 2");
    db.close();
    workspace = openWorkspace(path);
    expect(() => workspace.cells.all(id)).toThrow(/The state of .* is damaged/);
    expect(runSteps(workspace.check(true)).map(({ repaired }) => repaired)).toEqual([true]);
    expect(workspace.cells.all(id)[2]).toMatchObject({ status: 'pending', reason: null });
    workspace.close();
  });

  it('makes an index again that does not agree with its table', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, whole, { mode: 0o600 });
    const db = new Database(path);
    const root = db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'cells_by_status'")
      .pluck()
      .get() as number;
    db.close();
    const damaged = readFileSync(path);
    // The first letter of a status in the index: "done" becomes another word.
    const at = damaged.indexOf('done', (root - 1) * 4096);
    damaged[at] ^= 2;
    writeFileSync(path, damaged);
    copyFileSync(path, `${path}.damaged`);
    const workspace = openWorkspace(path);
    expect(runSteps(workspace.check(false)).length).toBeGreaterThan(0);
    expect(runSteps(workspace.check(true)).every(({ repaired }) => repaired)).toBe(true);
    expect(runSteps(workspace.check(false))).toEqual([]);
    expect(contentOf(workspace)).toBe(expected);
    workspace.close();
  });
});
