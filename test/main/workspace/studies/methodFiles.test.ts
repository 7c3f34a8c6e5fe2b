/** The files of versions of methods in a workspace: stored once, checked, and removed with their last study. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { mergeInto } from '../../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace, type Workspace } from '../../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { createStudy, specWith } from '../../runner/bench.ts';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });
const FIRST = [file('method.json', '{}'), file('method.py', 'one')];
const SECOND = [file('method.json', '{}'), file('method.py', 'two')];
const [ONE, TWO] = ['1', '2'].map((digit) => digit.repeat(16));

/** A workspace with two studies: both keep the first version, one the second as well. */
function kept(path = join(temporaryFolder(), 'w.eigenbench')): { path: string; workspace: Workspace; ids: number[] } {
  const workspace = openWorkspace(path);
  const ids = ['a', 'b'].map((name) => createStudy(workspace, specWith({ name })));
  workspace.methodFiles.put(ids[0], ONE, FIRST);
  expect(workspace.methodFiles.keep(ids[1], ONE)).toBe(true);
  expect(workspace.methodFiles.keep(ids[1], TWO)).toBe(false);
  workspace.methodFiles.put(ids[1], TWO, SECOND);
  return { path, workspace, ids };
}
const count = (path: string): number => {
  const database = new Database(path, { readonly: true });
  const files = database.prepare<[], number>('SELECT count(*) FROM method_files').pluck().get()!;
  database.close();
  return files;
};
function* findings(workspace: Workspace, repair: boolean): Generator<string> {
  const steps = workspace.check(repair);
  let step = steps.next();
  while (!step.done) step = steps.next();
  for (const { text, repaired } of step.value) yield `${text}${repaired ? ' (repaired)' : ''}`;
}

describe('the files of methods that a workspace keeps', () => {
  it('are those that were put, equal contents once, and go with the last study', () => {
    const { path, workspace, ids } = kept();
    expect(workspace.methodFiles.get(ONE)).toEqual(FIRST);
    expect(workspace.methodFiles.get(TWO)).toEqual(SECOND);
    expect(workspace.methodFiles.get('3'.repeat(16))).toBeNull();
    expect([workspace.methodFiles.versions(ids[0]), workspace.methodFiles.versions()]).toEqual([[ONE], [ONE, TWO]]);
    expect(count(path)).toBe(3);
    workspace.studies.remove(ids[1]);
    expect(workspace.methodFiles.versions()).toEqual([ONE]);
    expect(count(path)).toBe(2);
    workspace.studies.hide(ids[0]);
    expect(workspace.methodFiles.versions()).toEqual([ONE]);
    workspace.studies.remove(ids[0]);
    expect(workspace.methodFiles.versions()).toEqual([]);
    expect(count(path)).toBe(0);
    workspace.close();
  });

  it('travel with a merge and in a backup', () => {
    const { workspace, ids } = kept();
    const target = openWorkspace(join(temporaryFolder(), 'target.eigenbench'));
    mergeInto(target)(workspace);
    mergeInto(target)(workspace);
    expect(target.methodFiles.get(TWO)).toEqual(SECOND);
    expect(target.methodFiles.versions(target.studies.findByName('a')!.id)).toEqual([ONE]);
    target.close();
    const copy = join(temporaryFolder(), 'copy.eigenbench');
    workspace.backup(copy);
    workspace.close();
    const opened = openWorkspace(copy);
    expect(opened.methodFiles.versions(ids[1])).toEqual([ONE, TWO]);
    expect(opened.methodFiles.get(ONE)).toEqual(FIRST);
    opened.close();
  });

  it.each([
    ['a content', "UPDATE method_files SET bytes = CAST('too' AS BLOB) WHERE CAST(bytes AS TEXT) = 'two'"],
    ['a lost content', "DELETE FROM method_files WHERE CAST(bytes AS TEXT) = 'two'"],
    ['a list', `UPDATE method_versions SET files = replace(files, '.py', '.js') WHERE version = '${TWO}'`],
  ])('are checked when they are read, and dropped by a repair: %s', (_what, damage) => {
    const { path, workspace } = kept();
    workspace.close();
    const database = new Database(path);
    database.exec(damage);
    database.close();
    const opened = openWorkspace(path);
    const sentence = `The kept files of version ${TWO} of an external method are damaged`;
    expect(() => opened.methodFiles.get(TWO)).toThrow(sentence);
    expect(opened.methodFiles.get(ONE)).toEqual(FIRST);
    expect([...findings(opened, false)]).toEqual([`${sentence}.`]);
    expect([...findings(opened, true)]).toEqual([`${sentence}. (repaired)`]);
    expect([...findings(opened, false)]).toEqual([]);
    expect(opened.methodFiles.versions()).toEqual([ONE]);
    opened.close();
  });
});
