import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';
import { clock } from '../shellFormats.ts';

/** A job array of Grid Engine; its memory limit applies per processor. */
export const sge: ShardEngine = {
  id: 'sge',
  title: 'Grid Engine',
  file: 'study.sge',
  script(job) {
    const { name, shards, processors, seconds, memory, partition, account, throttle, requeue } = job;
    const lines = [
      '-S /bin/bash',
      `-N ${nameOf(name)}`,
      `-t 1-${shards}`,
      ...(throttle === undefined ? [] : [`-tc ${throttle}`]),
      ...(processors === 1 ? [] : [`-pe smp ${processors}`]),
      `-l h_rt=${clock(seconds)},h_vmem=${Math.ceil(memory / processors)}M`,
      ...(partition === undefined ? [] : [`-q ${partition}`]),
      ...(account === undefined ? [] : [`-P ${account}`]),
      `-r ${requeue ? 'y' : 'n'}`,
      // Sends USR1 before the limit is enforced.
      '-notify',
      '-cwd',
      '-j y',
    ];
    return `#!/bin/bash
${lines.map((line) => `#$ ${line}`).join('\n')}

exec bash ${quoted(partScriptPath(job))} "$SGE_TASK_ID"
`;
  },
  start: (file, job) =>
    `qsub ${file} && qsub -hold_jid ${nameOf(job.name)} -cwd -j y -b y /bin/bash ${quoted(partScriptPath(job))} merge`,
  again: (file, _, parts) => parts.map((part) => `qsub -t ${part} ${file}`).join('; '),
};

/** Names must not start with a digit. */
function nameOf(name: string): string {
  return /^\d/.test(name) ? `study-${name}` : name;
}
