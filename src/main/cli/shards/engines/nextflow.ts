import { type ShardEngine, partScriptPath } from '../job.ts';
import { minutes } from '../shellFormats.ts';

/** A Nextflow workflow (DSL 2). Failed parts do not stop it; merging lists them. */
export const nextflow: ShardEngine = {
  id: 'nextflow',
  title: 'Nextflow',
  file: 'study.nf',
  script(job) {
    const script = `'${partScriptPath(job).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
    const queue = job.partition === undefined ? '' : `  queue '${job.partition}'\n`;
    const forks = job.throttle === undefined ? '' : `  maxForks ${job.throttle}\n`;
    return `#!/usr/bin/env nextflow
// nextflow run THIS_FILE
// Computes a study in ${job.shards} parts, and joins them; again: continues where it stopped.

nextflow.enable.dsl = 2

process part {
  cpus ${job.processors}
  memory '${job.memory} MB'
  time '${minutes(job.seconds)} m'
${queue}${forks}  errorStrategy 'ignore'
  input:
    tuple val(n), env(SCRIPT)
  output:
    val n
  shell:
    'bash "$SCRIPT" !{n}'
}

process merge {
  input:
    val parts
    env SCRIPT
  output:
    stdout
  shell:
    'bash "$SCRIPT" merge'
}

workflow {
  script = ${script}
  part(Channel.of(1..${job.shards}).map { n -> tuple(n, script) })
  merge(part.out.collect(), script) | view
}
`;
  },
  start: (file) => `nextflow run ${file}`,
};
