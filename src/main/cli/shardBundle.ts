import { rmSync } from 'node:fs';
import { replaceFile } from '../disk/replaceFile.ts';
import { copyDataset } from '../workspace/copyDataset.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { findNamed } from '../../core/text/names.ts';
import { Failure } from './errors.ts';

/**
 * Writes what the shards of a study read to a file that nobody writes any more: a workspace with the one dataset,
 * without a write-ahead log, so that many machines can open it at once. A bundle that is there is replaced as a whole.
 */
export function writeShardBundle(from: string, dataset: string, path: string): void {
  const source = openWorkspace(from, { readOnly: true });
  try {
    const found = findNamed(dataset, source.datasets.list(), ({ name }) => name);
    if (!found) throw new Failure(`There is no dataset "${dataset}" in ${from}.`);
    const make = (temporary: string): void => {
      try {
        const target = openWorkspace(temporary, { withoutLog: true });
        try {
          copyDataset(source, found, target);
        } finally {
          target.close();
        }
      } finally {
        rmSync(`${temporary}-runner`, { force: true });
      }
    };
    replaceFile(path, make, { sealed: true });
  } finally {
    source.close();
  }
}
