/** Description of a study computed in parts, for batch systems; stored with the parts as shards.json. */
import { z } from 'zod';
import { quoted } from '../../../core/text/shellQuote.ts';

/** All job settings; engines omit those that they cannot express. */
export const shardJobSchema = z.strictObject({
  /** Paths are absolute, because jobs run elsewhere. */
  spec: z.string().min(1),
  /** Whether `extends` of the spec may leave its folder. */
  baseAnywhere: z.boolean().optional(),
  workspace: z.string().min(1),
  /** File with the images, read by all parts; see `writeShardBundle`. */
  bundle: z.string().min(1),
  /** Folder of the parts' workspaces, this description and the script of a part. */
  folder: z.string().min(1),
  /** How to start the command line, e.g. ["node", "/opt/eigenbench/bin/eigenbench.js"]. */
  command: z.array(z.string()).min(1),
  /** Name of the job: letters, digits and hyphens. */
  name: z.string().min(1),
  /** Name of the study. */
  study: z.string().min(1),
  shards: z.int().min(1).max(10_000),
  processors: z.int().min(1).max(64),
  /** Time limit per part. */
  seconds: z.int().min(1),
  /** Memory limit per part, MB (2^20 bytes). */
  memory: z.int().min(1),
  /** Partition (Slurm) or queue. */
  partition: z.string().optional(),
  account: z.string().optional(),
  qos: z.string().optional(),
  /** Maximum parts at a time. */
  throttle: z.int().min(1).optional(),
  /** Seconds before the limit at which a part is asked to stop in an orderly way. */
  signal: z.int().min(1).optional(),
  /** Whether to queue a part again if it was asked to stop or its machine was lost. */
  requeue: z.boolean(),
  /** Shell lines before the command, e.g. "module load nodejs". */
  before: z.array(z.string()),
  /** An image of Apptainer, or of the registry for Kubernetes. */
  container: z.string().optional(),
  /** Folder on the part's machine where it writes until it ends; may start with a variable, e.g. $TMPDIR. */
  scratch: z.string().optional(),
  /** Claim of the volume with all files, for Kubernetes. */
  claim: z.string().optional(),
});

export type ShardJob = z.infer<typeof shardJobSchema>;

/** The job as engines see it before anything is written. */
export type PlannedJob = Omit<ShardJob, 'bundle'>;

/** Script of a part, in the folder of the parts. */
export const PART_SCRIPT = 'part.sh';

/** Description of the job, in the same folder. */
export const DESCRIPTION = 'shards.json';

/** The workspace of a part, counted from 1. */
export function partPath({ folder }: Pick<ShardJob, 'folder'>, part: number): string {
  return `${folder}/part-${part}.eigenbench`;
}

/** Empty file that marks a part as merged and its workspace as removed; the part is not computed again. */
export function mergedPath({ folder }: Pick<ShardJob, 'folder'>, part: number): string {
  return `${folder}/part-${part}.merged`;
}

/** The numbers of the parts, from 1. */
export function allParts({ shards }: Pick<ShardJob, 'shards'>): number[] {
  return Array.from({ length: shards }, (_, i) => i + 1);
}

export function partScriptPath({ folder }: Pick<ShardJob, 'folder'>): string {
  return `${folder}/${PART_SCRIPT}`;
}

/** Computes the parts of a study: a batch system, or a tool that runs many commands. */
export interface ShardEngine {
  readonly id: string;
  /** Name in sentences. */
  readonly title: string;
  /** File name fixed by convention, e.g. "Makefile". */
  readonly file: string;
  /** Whether the part already runs inside the container; otherwise its command is wrapped in one. */
  readonly inside?: boolean;
  /** Seconds from the start of a part to its first cell: queue, machine, loading images. @default 30 */
  readonly startSeconds?: number;
  /** Content of the engine's file. Throws UsageError for a job that the engine cannot run. */
  readonly script: (job: PlannedJob) => string;
  /** Command that computes all parts and merges them. `file`: quoted path of the file with `script`. */
  readonly start: (file: string, job: PlannedJob) => string;
  /** Command that computes these parts (again). @default one part after another on this machine */
  readonly again?: (file: string, job: PlannedJob, parts: readonly number[]) => string;
}

/**
 * The bash script that every engine calls: with a number it computes that part of the study, with "merge" it merges the
 * parts. An interrupted part continues; a finished one exits at once. TERM and USR1 let the running cells finish; then
 * the command in EIGENBENCH_WHEN_STOPPED runs.
 */
export function partScript(job: ShardJob): string {
  const { spec, baseAnywhere, bundle, folder, command, study, shards, processors, before, scratch, container } = job;
  const [head, tail] = partPath({ folder: '$folder' }, 0).split('0');
  return `#!/bin/bash
# Computes a part of a study, or joins the parts:
#
#   bash part.sh 1       part 1 of ${shards}; the same again continues where it stopped
#   bash part.sh merge   exits with 1 while a part is missing
#
# Written by eigenbench shards for ${JSON.stringify(study)}.

set -eo pipefail
${before.map((line) => `${line}\n`).join('')}set -u

spec=${quoted(spec)}
bundle=${quoted(bundle)}
folder=${quoted(folder)}
shards=${shards}
scratch="${scratch ?? ''}"
eigenbench=(${command.map(quoted).join(' ')})

number="\${1:?a part from 1 to $shards, or merge}"
if [ "$number" = merge ]; then
  exec "\${eigenbench[@]}" shards merge "$folder"
fi

part="${head}$number${tail}"
finished="$folder/part-$number.done"
if [ -e "$part" -o -e "$folder/part-$number.merged" ] && [ "$finished" -nt "$spec" ]; then
  exit 0
fi

target="$part"
if [ -n "$scratch" ]; then
  target="$(mktemp -d "$scratch/eigenbench-XXXXXX")/part-$number.eigenbench"
${container === undefined ? '' : '  export APPTAINER_BIND="${APPTAINER_BIND:+$APPTAINER_BIND,}$scratch"\n'}  if [ -e "$part" ]; then cp "$part" "$target"; chmod u+w "$target"; fi
fi

bring_back() {
  if [ "$target" = "$part" ] || [ ! -e "$target" ]; then return; fi
  rm -f "$part-wal" "$part-shm"
  if [ -e "$target-wal" ]; then cp "$target-wal" "$part-wal"; fi
  cp "$target" "$part.$$.tmp"
  mv "$part.$$.tmp" "$part"
  rm -rf "$(dirname "$target")"
}
trap bring_back EXIT

"\${eigenbench[@]}" run "$spec"${baseAnywhere ? ' --base-anywhere' : ''} --workspace "$bundle" --shard "$number/$shards" --into "$target" --workers ${processors} &
child=$!
stopped=
trap 'stopped=yes; kill -INT "$child" 2>/dev/null || true' TERM USR1
trap ':' INT
code=0
wait "$child" || code=$?
while kill -0 "$child" 2>/dev/null; do
  code=0
  wait "$child" || code=$?
done
bring_back
trap - EXIT

# A part whose cells are finished or failed is settled: trying again would change nothing.
if [ "$code" -ne 0 ] && "\${eigenbench[@]}" shards status "$folder" --part "$number" >/dev/null; then
  echo "Part $number has failed cells; merging it takes over their reasons." >&2
  code=0
fi
if [ "$code" -eq 0 ]; then
  : >"$finished"
elif [ -n "$stopped" ]; then
  eval "\${EIGENBENCH_WHEN_STOPPED:-}"
fi
exit "$code"
`;
}
