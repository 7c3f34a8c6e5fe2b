import { basename, dirname, extname, join, resolve } from 'node:path';
import { slug } from '../../../core/report/fileName.ts';
import { packageRoot } from '../../packageRoot.ts';
import { readSpec } from '../readSpec.ts';
import { writeShardBundle } from '../shardBundle.ts';
import { slurmScript } from '../slurmScript.ts';
import { existingWorkspace, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';
import { print } from '../terminal.ts';

interface SlurmOptions extends WorkspaceOptions {
  readonly shards: number;
  readonly processors: number;
  readonly time: string;
  readonly memory: string;
  readonly folder?: string;
  readonly out?: string;
}

/**
 * eigenbench slurm: the job script that computes a study in shards and merges them, and the bundle that shards read.
 */
export async function slurmCommand(path: string, options: SlurmOptions): Promise<void> {
  const { shards, processors, time, memory, out } = options;
  const spec = resolve(path);
  const { name, dataset } = await readSpec(spec);
  const workspace = resolve(await existingWorkspace(options));
  const folder = resolve(options.folder ?? join(dirname(spec), `${basename(spec, extname(spec))}-shards`));
  const bundle = join(folder, 'images.eigenbench');
  writeShardBundle(workspace, dataset, bundle);
  const script = slurmScript({
    spec,
    workspace,
    bundle,
    folder,
    command: [process.execPath, join(packageRoot(), 'bin', 'eigenbench.js')],
    name: slug(name),
    shards,
    processors,
    time,
    memory,
  });
  if (out === undefined) print(script);
  else await writeFileAtomic(out, script);
}
