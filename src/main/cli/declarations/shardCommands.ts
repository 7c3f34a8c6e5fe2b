/** eigenbench shards and the commands below it. */
import { collectLine, parseCount, parseSlurm, parseSlurmMemory, parseSlurmTime } from '../optionValues.ts';
import { shardEngines } from '../shards/registry.ts';
import { Option, baseOption, idsOf, jsonOption, type NewCommand, type NewPlainCommand } from './declare.ts';

/** Names that batch systems accept. */
const NAME = /^[\w.@:+-]+$/;

export const declareShards = (command: NewCommand) =>
  command(
    'shards [spec.json]',
    'write a script that computes a study in parts, on a cluster or with other tools, and merges them',
  )
    .option('--shards <n>', 'number of parts (default: as many as repay their start-up)', parseCount(1, 10_000))
    .addOption(
      new Option('--for <engine>', 'engine that computes the parts').choices(idsOf(shardEngines)).default('slurm'),
    )
    .option('--processors <n>', 'processors per part', parseCount(1, 64), 1)
    .option('--time <limit>', 'time per part in Slurm’s notation, e.g. 4:00:00 (default: estimated)', parseSlurmTime)
    .option('--folder <folder>', 'folder for the workspaces of the parts (default: next to the spec)')
    .addOption(baseOption())
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--mem <size>', 'memory per part, e.g. 4G', parseSlurmMemory, 4096)
    .option('--partition <name>', 'partition or queue', parseSlurm(NAME, 'long'))
    .option('--account <name>', 'account or project to charge', parseSlurm(NAME, 'vision'))
    .option('--qos <name>', 'quality of service (Slurm)', parseSlurm(NAME, 'normal'))
    .option('--throttle <n>', 'maximum parts at a time', parseCount(1, 10_000))
    .option('--signal <seconds>', 'start no cells in the last seconds before the time limit', parseCount(1, 86_400))
    .option('--requeue', 'requeue a part that --signal stopped or that lost its machine')
    .option('--before <line>', 'shell command to run first, e.g. "module load nodejs"; repeatable', collectLine)
    .option('--container <image>', 'image of Apptainer, or of the registry for Kubernetes')
    .option(
      '--scratch <folder>',
      'local folder for a part until it ends, e.g. $TMPDIR',
      parseSlurm(/^(\/|\$[A-Za-z_])[\w/.{}$-]*$/, '/local/scratch or $TMPDIR'),
    )
    .option(
      '--claim <name>',
      'volume claim that holds the files (Kubernetes)',
      parseSlurm(/^[a-z\d.-]+$/, 'eigenbench'),
    );

export const declareShardsStatus = (command: NewPlainCommand) =>
  command('status <folder>', 'show the progress of every part; exit code 1 while one is missing or unfinished')
    .option('--part <n>', 'show this part only', parseCount(1, 10_000))
    .addOption(jsonOption());

export const declareShardsClean = (command: NewCommand) =>
  command('clean <folder>', 'remove the workspaces of merged parts; exit code 1 if others are left');

export const declareShardsMerge = (command: NewCommand) =>
  command('merge <folder>', 'merge the parts that exist; exit code 1 while one is missing or unfinished');
