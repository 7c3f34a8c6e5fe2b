import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';
import { minutes, ranges } from '../shellFormats.ts';

/** A job array of IBM Spectrum LSF; bsub reads the script from standard input. */
export const lsf: ShardEngine = {
  id: 'lsf',
  title: 'LSF',
  file: 'study.lsf',
  script(job) {
    const { name, shards, processors, seconds, memory, partition, account, throttle, signal, requeue } = job;
    const total = minutes(seconds);
    const lines = [
      `-J "${name}[1-${shards}]${throttle === undefined ? '' : `%${throttle}`}"`,
      `-n ${processors}`,
      '-R "span[hosts=1]"',
      `-W ${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`,
      `-M ${memory}MB`,
      ...(partition === undefined ? [] : [`-q ${partition}`]),
      ...(account === undefined ? [] : [`-P ${account}`]),
      ...(signal === undefined ? [] : ['-wa USR1', `-wt ${minutes(signal)}`]),
      ...(requeue ? ['-r'] : []),
      '-o %J-%I.log',
    ];
    return `#!/bin/bash
${lines.map((line) => `#BSUB ${line}`).join('\n')}

exec bash ${quoted(partScriptPath(job))} "$LSB_JOBINDEX"
`;
  },
  start: (file, job) =>
    `bsub <${file} && bsub -w 'ended("${job.name}")' /bin/bash ${quoted(partScriptPath(job))} merge`,
  again: (file, job, parts) => `bsub -J '${job.name}[${ranges(parts)}]' <${file}`,
};
