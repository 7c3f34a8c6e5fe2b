import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { copyDataset } from '../workspace/copyDataset.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { findNamed } from '../../core/text/names.ts';
import { Failure } from './errors.ts';

/**
 * Writes what the shards of a study read to a file that nobody writes any more: a workspace with the one dataset,
 * without a write-ahead log, so that many machines can open it at once. A bundle that is there is replaced as a whole.
 */
export function writeShardBundle(from: string, dataset: string, path: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const source = openWorkspace(from, { readOnly: true });
  try {
    const found = findNamed(dataset, source.datasets.list(), ({ name }) => name);
    if (!found) throw new Failure(`There is no dataset "${dataset}" in ${from}.`);
    const target = openWorkspace(temporary, { withoutLog: true });
    try {
      copyDataset(source, found, target);
    } finally {
      target.close();
    }
    chmodSync(temporary, 0o400);
    renameSync(temporary, path);
  } finally {
    source.close();
    for (const ending of ['', '-runner']) rmSync(temporary + ending, { force: true });
  }
}
