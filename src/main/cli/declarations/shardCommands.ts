/** eigenbench shards and the commands below it. */
import { Option } from 'commander';
import { collectLine, parseCount, parseSlurm, parseSlurmMemory, parseSlurmTime } from '../parse.ts';
import { shardEngines } from '../shards/registry.ts';
import { below, type Declare, baseOption, idsOf, jsonOption, optionsOf } from './declare.ts';

/** What a batch system takes as a name. */
const NAME = /^[\w.@:+-]+$/;

export function addShardCommands({ command }: Declare): void {
  const commands = () => import('../commands/shards.ts');
  const shards = command(
    'shards [spec.json]',
    'write what computes a study in parts on a cluster or with other tools, and joins them',
  );
  shards
    .option('--shards <n>', 'parts (default: as many as are worth their start)', parseCount(1, 10_000))
    .addOption(new Option('--for <engine>', 'what computes the parts').choices(idsOf(shardEngines)).default('slurm'))
    .option('--processors <n>', 'processors a part', parseCount(1, 64), 1)
    .option('--time <limit>', 'time a part, as Slurm writes it, e.g. 4:00:00 (default: estimated)', parseSlurmTime)
    .option('--folder <folder>', 'for the workspaces of the parts (default: beside the spec)')
    .addOption(baseOption())
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--mem <size>', 'memory a part, e.g. 4G', parseSlurmMemory, 4096)
    .option('--partition <name>', 'partition or queue', parseSlurm(NAME, 'long'))
    .option('--account <name>', 'account or project that pays', parseSlurm(NAME, 'vision'))
    .option('--qos <name>', 'quality of service (Slurm)', parseSlurm(NAME, 'normal'))
    .option('--throttle <n>', 'most parts at a time', parseCount(1, 10_000))
    .option('--signal <seconds>', 'let running cells finish this long before the limit of time', parseCount(1, 86_400))
    .option('--requeue', 'queue a part again that was stopped by --signal or lost its machine')
    .option(
      '--before <line>',
      'line of the shell before the command, e.g. "module load nodejs"; repeatable',
      collectLine,
    )
    .option('--container <image>', 'image of Apptainer, or of the registry for Kubernetes')
    .option(
      '--scratch <folder>',
      'local folder where a part writes until it ends, e.g. $TMPDIR',
      parseSlurm(/^(\/|\$[A-Za-z_])[\w/.{}$-]*$/, '/local/scratch or $TMPDIR'),
    )
    .option('--claim <name>', 'volume claim that has the files (Kubernetes)', parseSlurm(/^[a-z\d.-]+$/, 'eigenbench'))
    .action(async (path, _, self) => {
      const { mem, ...options } = optionsOf(self);
      await (await commands()).shardsCommand(path, { ...options, memory: mem });
    });

  const nested = below(shards);
  nested('status <folder>', 'how far every part is; exit code 1 while one is missing or unfinished')
    .option('--part <n>', 'this part alone', parseCount(1, 10_000))
    .addOption(jsonOption())
    .action(async (folder, _, self) => (await commands()).shardsStatusCommand(folder, optionsOf(self)));
  nested('clean <folder>', 'remove the workspaces of merged parts; exit code 1 where others are left').action(
    async (folder, _, self) => (await import('../commands/shardsClean.ts')).shardsCleanCommand(folder, optionsOf(self)),
  );
  nested('merge <folder>', 'join the parts that are there; exit code 1 while one is missing or unfinished').action(
    async (folder, _, self) => (await commands()).shardsMergeCommand(folder, optionsOf(self)),
  );
}
