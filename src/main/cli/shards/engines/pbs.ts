import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';
import { clock } from '../shellFormats.ts';

/** A job array of OpenPBS and PBS Professional, which do not support arrays of one task. */
export const pbs: ShardEngine = {
  id: 'pbs',
  title: 'PBS',
  file: 'study.pbs',
  script(job) {
    const { name, shards, processors, seconds, memory, partition, account, throttle, requeue } = job;
    const lines = [
      // Older versions of PBS limit names to 15 characters.
      `-N ${name.slice(0, 15)}`,
      ...(shards === 1 ? [] : [`-J 1-${shards}${throttle === undefined ? '' : `%${throttle}`}`]),
      `-l select=1:ncpus=${processors}:mem=${memory}mb`,
      `-l walltime=${clock(seconds).padStart(8, '0')}`,
      ...(partition === undefined ? [] : [`-q ${partition}`]),
      ...(account === undefined ? [] : [`-A ${account}`]),
      `-r ${requeue || shards > 1 ? 'y' : 'n'}`,
      '-j oe',
    ];
    return `#!/bin/bash
${lines.map((line) => `#PBS ${line}`).join('\n')}

exec bash ${quoted(partScriptPath(job))} "\${PBS_ARRAY_INDEX:-1}"
`;
  },
  start: (file, job) =>
    `job=$(qsub ${file}) && qsub -W depend=afterany:$job -- /bin/bash ${quoted(partScriptPath(job))} merge`,
  again: (file, { shards }, parts) =>
    shards === 1 ? `qsub ${file}` : parts.map((part) => `qsub -J ${part}-${part + 1}:2 ${file}`).join('; '),
};
