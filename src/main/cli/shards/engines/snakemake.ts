import { type ShardEngine, partScriptPath } from '../job.ts';
import { minutes } from '../shellFormats.ts';

/** A Snakefile; JSON strings are valid Python. */
export const snakemake: ShardEngine = {
  id: 'snakemake',
  title: 'Snakemake',
  file: 'Snakefile',
  script: (job) => `# snakemake --snakefile THIS_FILE --cores all --keep-going
# Computes a study in ${job.shards} parts, and joins them; again: continues where it stopped.

SCRIPT = ${JSON.stringify(partScriptPath(job))}

workdir: ${JSON.stringify(job.folder)}

wildcard_constraints:
    n=r"\\d+",

rule merge:
    input:
        expand("part-{n}.done", n=range(1, ${job.shards + 1})),
    params:
        script=SCRIPT,
    shell:
        "bash {params.script:q} merge"

rule part:
    output:
        "part-{n}.done",
    params:
        script=SCRIPT,
    threads: ${job.processors}
    resources:
        mem_mb=${job.memory},
        runtime=${minutes(job.seconds)},
    shell:
        "bash {params.script:q} {wildcards.n}"
`,
  start: (file, { throttle }) =>
    `snakemake --snakefile ${file} --cores all --keep-going${throttle === undefined ? '' : ` --jobs ${throttle}`}`,
  again: (file, _, parts) =>
    `snakemake --snakefile ${file} --cores all ${parts.map((part) => `part-${part}.done`).join(' ')}`,
};
