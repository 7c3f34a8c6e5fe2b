import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';
import { clock, ranges, size } from '../shellFormats.ts';

/** A job array; array task 0 merges the parts. */
export const slurm: ShardEngine = {
  id: 'slurm',
  title: 'Slurm',
  file: 'study.sbatch',
  script(job) {
    const { name, shards, processors, seconds, memory, partition, account, qos, throttle, signal, requeue } = job;
    const lines = [
      `--job-name=${name}`,
      `--array=1-${shards}${throttle === undefined ? '' : `%${throttle}`}`,
      `--cpus-per-task=${processors}`,
      `--time=${clock(seconds)}`,
      `--mem=${size(memory)}`,
      ...(partition === undefined ? [] : [`--partition=${partition}`]),
      ...(account === undefined ? [] : [`--account=${account}`]),
      ...(qos === undefined ? [] : [`--qos=${qos}`]),
      ...(signal === undefined ? [] : [`--signal=B:USR1@${signal}`]),
      requeue ? '--requeue' : '--no-requeue',
      '--output=%x-%a.log',
      '--open-mode=append',
    ];
    return `#!/bin/bash
${lines.map((line) => `#SBATCH ${line}`).join('\n')}

# Computes a study in ${shards} parts, and joins them:
#
#   job=$(sbatch --parsable THIS_SCRIPT)
#   sbatch --dependency=afterany:$job --array=0 THIS_SCRIPT
#
# Parts that were stopped go on when the script is submitted again; finished cells are kept.

set -euo pipefail

task="\${SLURM_ARRAY_TASK_ID:?run this script with sbatch, or set SLURM_ARRAY_TASK_ID}"
if [ "$task" -eq 0 ]; then task=merge; fi
${requeue ? `export EIGENBENCH_WHEN_STOPPED='scontrol requeue "$SLURM_JOB_ID"'\n` : ''}exec bash ${quoted(partScriptPath(job))} "$task"
`;
  },
  start: (file) => `job=$(sbatch --parsable ${file}) && sbatch --dependency=afterany:$job --array=0 ${file}`,
  again: (file, _, parts) => `sbatch --array=${ranges(parts)} ${file}`,
};
