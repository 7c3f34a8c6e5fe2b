import { resolve } from 'node:path';
import type { Shard } from '../../core/study/plan/shard.ts';
import { findNamed } from '../../core/text/names.ts';
import { Failure } from './errors.ts';

/**
 * The workspace of a shard, with the dataset of the study in it: `into`, or a file beside the workspace that is named
 * after the shard. Answers its path.
 */
export async function shardWorkspace(
  from: string,
  dataset: string,
  { index, count }: Shard,
  into: string | undefined,
): Promise<string> {
  const path = into ?? `${from.replace(/\.eigenbench$/, '')}.shard-${index}-of-${count}.eigenbench`;
  if (resolve(path) === resolve(from)) throw new Failure('--into: a shard needs a workspace of its own.');
  const [{ openWorkspace }, { copyDataset }] = await Promise.all([
    import('../workspace/workspace.ts'),
    import('../workspace/copyDataset.ts'),
  ]);
  // Other shards read it too, maybe on other machines.
  const source = openWorkspace(from, { readOnly: true });
  try {
    const found = findNamed(dataset, source.datasets.list(), ({ name }) => name);
    if (!found) throw new Failure(`There is no dataset "${dataset}" in ${from}.`);
    const target = openWorkspace(path);
    try {
      if (copyDataset(source, found, target).name !== found.name) {
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
