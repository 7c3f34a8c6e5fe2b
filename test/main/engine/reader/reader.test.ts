import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { threadedReader } from '../../../../src/main/engine/reader/reader.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

function open() {
  const path = join(temporaryFolder(), 'w.eigenbench');
  const workspace = openWorkspace(path);
  const { id } = workspace.datasets.add('faces', smallDataset({ subjects: 3, perSubject: 2 }), 'test');
  const reader = threadedReader(workspace, 2);
  onTestFinished(async () => {
    await reader.close();
    workspace.close();
  });
  return { path, workspace, reader, id };
}

it('answers a call from memory until something but a history is stored', async () => {
  const { path, workspace, reader, id } = open();
  const read = () => reader.read('datasets.get', { id });
  const first = await read();
  workspace.notebook.record({ kind: 'dataset', id }, 'exported', 'as NPZ');
  expect(await read()).toBe(first);
  workspace.notebook.change({ kind: 'dataset', id }, { note: 'cropped' });
  const second = await read();
  expect([first.note, second.note]).toEqual(['', 'cropped']);

  const other = openWorkspace(path);
  other.datasets.rename(id, 'cropped faces');
  other.close();
  expect((await read()).name).toBe('cropped faces');
});

it('computes an export once for all that ask for it at the same time', async () => {
  const { reader, id } = open();
  const files = await Promise.all(
    Array.from({ length: 20 }, () => reader.read('datasets.export', { id, format: 'npz' })),
  );
  expect(new Set(files).size).toBe(1);
  expect((await reader.read('datasets.export', { id, format: 'mat' })).size).not.toBe(files[0].size);
});

it('passes on why a call is refused, each time', async () => {
  const { reader } = open();
  for (let n = 0; n < 2; n++) {
    await expect(reader.read('datasets.get', { id: 99 })).rejects.toThrow('There is no such dataset.');
  }
});
