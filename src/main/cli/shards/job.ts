/** What batch systems need to know of a study that is computed in parts; stored beside the parts as shards.json. */
import { z } from 'zod';

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
