import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mergeInto } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, specWith } from '../runner/bench.ts';

const blank = { note: '', tags: [], starred: false };

function open(path = join(temporaryFolder(), 'w.eigenbench')): Workspace {
  const workspace = openWorkspace(path);
  onTestFinished(() => workspace.close());
  return workspace;
}

describe('the notebook', () => {
  it('keeps what a change names, and leaves the rest', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const first = openWorkspace(path);
    const study = { kind: 'study', id: createStudy(first, specWith({})) } as const;
    first.notebook.change(study, { note: '# Why\n\nσ was *wrong*.', tags: ['paper', 'to check'], starred: true });
    first.notebook.change(study, { starred: false });
    first.notebook.change({ kind: 'dataset', id: 1 }, { starred: true });
    first.close();
    const { studies, datasets } = open(path);
    const expected = { note: '# Why\n\nσ was *wrong*.', tags: ['paper', 'to check'], starred: false };
    expect(studies.get(study.id)).toMatchObject(expected);
    expect(datasets.get(1)).toMatchObject({ ...blank, starred: true });
  });

  it('takes an empty note and no tags for what they are', () => {
    const { notebook, studies, ...workspace } = open();
    const id = createStudy({ notebook, studies, ...workspace }, specWith({}));
    notebook.change({ kind: 'study', id }, { note: 'x', tags: ['a'] });
    notebook.change({ kind: 'study', id }, { note: '', tags: [] });
    expect(studies.get(id)).toMatchObject(blank);
  });

  it('lists what was done, the newest first, and does not repeat itself', () => {
    const workspace = open();
    const item = { kind: 'study', id: createStudy(workspace, specWith({})) } as const;
    workspace.notebook.record(item, 'renamed', 'from a to b');
    for (let n = 0; n < 3; n++) workspace.notebook.record(item, 'exported', 'as LaTeX');
    workspace.notebook.record(item, 'exported', 'as CSV');
    expect(workspace.notebook.history(item).map(({ event, detail }) => `${event} ${detail}`)).toEqual([
      'exported as CSV',
      'exported as LaTeX',
      'renamed from a to b',
      'created ',
    ]);
    expect(workspace.notebook.history({ kind: 'dataset', id: 1 })).toMatchObject([{ event: 'created' }]);
  });

  it('keeps the latest five hundred entries', () => {
    const workspace = open();
    const item = { kind: 'study', id: createStudy(workspace, specWith({})) } as const;
    workspace.transaction(() => {
      for (let n = 0; n < 510; n++) workspace.notebook.record(item, 'renamed', `${n}`);
    });
    const history = workspace.notebook.history(item);
    expect(history).toHaveLength(501);
    expect([history[0].detail, history[499].detail]).toEqual(['509', '10']);
  });

  it('goes with a study that is removed for good', () => {
    const workspace = open();
    const id = createStudy(workspace, specWith({}));
    workspace.notebook.record({ kind: 'study', id }, 'renamed', 'from a to b');
    workspace.studies.remove(id);
    const again = createStudy(workspace, specWith({}));
    expect(again).toBe(id);
    expect(workspace.notebook.history({ kind: 'study', id })).toHaveLength(1);
  });

  it('goes along when a study and its dataset are merged into another workspace', () => {
    const [source, target] = [open(), open()];
    const id = createStudy(source, specWith({}));
    source.notebook.change({ kind: 'study', id }, { note: 'From the cluster', tags: ['cluster'] });
    source.notebook.change({ kind: 'dataset', id: 1 }, { note: 'Aligned by hand' });
    mergeInto(target)(source);
    expect(target.studies.list()).toMatchObject([{ note: 'From the cluster', tags: ['cluster'] }]);
    expect(target.datasets.list()).toMatchObject([{ note: 'Aligned by hand' }]);
  });

  it('keeps the note of the target where it has the study already', () => {
    const [source, target] = [open(), open()];
    for (const workspace of [source, target]) createStudy(workspace, specWith({}));
    target.notebook.change({ kind: 'study', id: 1 }, { note: 'mine' });
    mergeInto(target)(source);
    expect(target.studies.get(1)).toMatchObject({ note: 'mine' });
  });

  it('writes nothing where the workspace is only read', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const first = openWorkspace(path);
    const id = createStudy(first, specWith({}));
    first.close();
    const reading = openWorkspace(path, { readOnly: true });
    onTestFinished(() => reading.close());
    expect(reading.readOnly).toBe(true);
    reading.notebook.record({ kind: 'study', id }, 'exported', 'as CSV');
    expect(reading.notebook.history({ kind: 'study', id })).toHaveLength(1);
    expect(smallDataset().hash).toBe(reading.datasets.get(1)!.hash);
  });
});
