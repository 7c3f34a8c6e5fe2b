import { resolve } from 'node:path';
import type { Shard } from '../../../core/study/plan/plan.ts';
import { findNamed } from '../../../core/text/nameLookup.ts';
import { copyDataset } from '../../workspace/datasets/copyDataset.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import { Failure } from '../errors.ts';
import { bundleHash } from './shardBundle.ts';

/**
 * Creates the workspace of a shard with the study's dataset: `into`, or a file in the same folder named after the
 * shard. If the images are in a bundle it refers to that, otherwise it has a copy. Returns its path.
 */
export function shardWorkspace(
  from: string,
  dataset: string,
  { index, count }: Shard,
  into: string | undefined,
): string {
  const path = into ?? `${from.replace(/\.eigenbench$/, '')}.shard-${index}-of-${count}.eigenbench`;
  if (resolve(path) === resolve(from)) throw new Failure('--into: a shard needs a workspace of its own.');
  // Other shards read it too, perhaps on other machines.
  const source = openWorkspace(from, { readOnly: true });
  try {
    const summary = findNamed(dataset, source.datasets.list(), ({ name }) => name);
    if (!summary) throw new Failure(`There is no dataset "${dataset}" in ${from}.`);
    const target = openWorkspace(path);
    try {
      const sha256 = bundleHash(from);
      if (sha256 !== null) target.refer({ file: from, sha256 });
      if (copyDataset(source, summary, target).name !== summary.name) {
        throw new Failure(`The images of "${dataset}" have another name in ${path}: name another file with --into.`);
      }
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
  return path;
}
