/** What batch systems need to know of a study that is computed in parts; stored beside the parts as shards.json. */
import { z } from 'zod';
import { quoted } from '../../../core/text/shellQuote.ts';

/** Everything an engine may say of a part; what it has no word for it leaves out. */
export const shardJobSchema = z.strictObject({
  /** Absolute paths: the jobs run elsewhere. */
  spec: z.string().min(1),
  /** Whether `extends` of the spec may lead out of its folder. */
  baseAnywhere: z.boolean().optional(),
  workspace: z.string().min(1),
  /** A file with the images, which the parts only read; see `writeShardBundle`. */
  bundle: z.string().min(1),
  /** Folder of the workspaces of the parts, of this description and of the script of a part. */
  folder: z.string().min(1),
  /** How to start the command line, e.g. ["node", "/opt/eigenbench/bin/eigenbench.js"]. */
  command: z.array(z.string()).min(1),
  /** Of the job: letters, digits and hyphens. */
  name: z.string().min(1),
  /** Of the study. */
  study: z.string().min(1),
  shards: z.int().min(1).max(10_000),
  processors: z.int().min(1).max(64),
  /** Limit of a part. */
  seconds: z.int().min(1),
  /** Limit of a part, MB (2^20 bytes). */
  memory: z.int().min(1),
  /** Partition (Slurm) or queue. */
  partition: z.string().optional(),
  account: z.string().optional(),
  qos: z.string().optional(),
  /** Most parts at a time. */
  throttle: z.int().min(1).optional(),
  /** Seconds before the limit at which a part is told to end in an orderly way. */
  signal: z.int().min(1).optional(),
  /** Whether a part that was told to end, or whose machine went away, is queued again. */
  requeue: z.boolean(),
  /** Lines of the shell before the command, e.g. "module load nodejs". */
  before: z.array(z.string()),
  /** An image of Apptainer, or of the registry for Kubernetes. */
  container: z.string().optional(),
  /** Folder on the machine of the part, where it writes until it ends; may begin with a variable, e.g. $TMPDIR. */
  scratch: z.string().optional(),
  /** Claim of the volume that has all files, for Kubernetes. */
  claim: z.string().optional(),
});

export type ShardJob = z.infer<typeof shardJobSchema>;

/** What engines are told, before anything is written. */
export type PlannedJob = Omit<ShardJob, 'bundle'>;

/** Name of the script of a part, in the folder of the parts. */
export const PART_SCRIPT = 'part.sh';

/** Name of the description, in the same folder. */
export const DESCRIPTION = 'shards.json';

/** The workspace of a part, counted from 1. */
export function partPath({ folder }: Pick<ShardJob, 'folder'>, part: number): string {
  return `${folder}/part-${part}.eigenbench`;
}

/** An empty file: the part was merged and its workspace removed, so it is not computed again. */
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

/** What computes the parts of a study: a batch system, or a tool that runs many commands. */
export interface ShardEngine {
  readonly id: string;
  /** Its name in sentences. */
  readonly title: string;
  /** Name of the file, where it is fixed by habit, e.g. "Makefile". */
  readonly file: string;
  /** Whether the part runs inside the container already, so that the command is not wrapped in one. */
  readonly inside?: boolean;
  /** Seconds from the start of a part to its first cell: a queue, a machine, the images. @default 30 */
  readonly startSeconds?: number;
  /** The file that it takes. Throws UsageError for a job that it cannot run. */
  readonly script: (job: PlannedJob) => string;
  /** The command that computes all parts and joins them. `file`: the path of what `script` answered, quoted. */
  readonly start: (file: string, job: PlannedJob) => string;
  /** The command that computes these parts (again); by default one part after the other on this machine. */
  readonly again?: (file: string, job: PlannedJob, parts: readonly number[]) => string;
}

/**
 * The bash script that every engine calls: with a number it computes that part of the study, with "merge" it joins the
 * parts. A part that was stopped goes on where it was; one that is finished ends at once. TERM and USR1 let the running
 * cells finish; the command in EIGENBENCH_WHEN_STOPPED runs then.
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
