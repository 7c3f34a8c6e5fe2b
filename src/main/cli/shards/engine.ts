import type { PlannedJob } from './job.ts';

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
