import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { slug } from '../../../../core/report/fileName.ts';
import { plural } from '../../../../core/text/words.ts';
import { packageRoot } from '../../../packageRoot.ts';
import { privateFolder } from '../../../disk/folders.ts';
import { writeFile } from '../../../disk/writeFile.ts';
import { columns } from '../../options/columns.ts';
import { Failure, UsageError } from '../../errors.ts';
import { duration } from '../../progress.ts';
import type { BaseOptions } from '../../spec/extendSpec.ts';
import { readSpec } from '../../spec/readSpec.ts';
import { writeShardBundle } from '../../shards/shardBundle.ts';
import type { ShardEngine } from '../../shards/engine.ts';
import { type Estimate, estimate } from '../../shards/estimate.ts';
import {
  allParts,
  DESCRIPTION,
  type PlannedJob,
  type ShardJob,
  PART_SCRIPT,
  partPath,
  partScriptPath,
} from '../../shards/job.ts';
import { partScript } from '../../shards/partScript.ts';
import { type PartState, partStates } from '../../shards/partStates.ts';
import { proposedParts } from '../../shards/proposal.ts';
import { readShards, type ShardDescription } from '../../shards/readShards.ts';
import { shardEngines } from '../../shards/registry.ts';
import { quoted } from '../../../../core/text/shellWord.ts';
import { print, printJson, say } from '../../terminal.ts';
import { existingWorkspace, type WorkspaceOptions } from '../../workspace.ts';
import { isStandardOutput, writeOut } from '../../files/writeOut.ts';
import { mergeCommand } from '../workspace/merge.ts';

/** Estimates are uncertain, and machines differ: the limit is this many times it, and at least a quarter of an hour. */
const MARGIN = 3;
const LEAST = 900;

export interface ShardsOptions
  extends
    WorkspaceOptions,
    BaseOptions,
    Partial<
      Pick<
        ShardJob,
        'partition' | 'account' | 'qos' | 'throttle' | 'signal' | 'requeue' | 'before' | 'scratch' | 'claim'
      >
    > {
  readonly shards?: number;
  readonly for: string;
  readonly processors: number;
  /** Seconds. @default estimated */
  readonly time?: number;
  /** MB. */
  readonly memory: number;
  readonly container?: string;
  readonly folder?: string;
  readonly out?: string;
}

/**
 * eigenbench shards: the file by which an engine computes a study in parts and joins them, and in the folder of the
 * parts the images that they read, the script of a part, and a description of all that.
 */
export async function shardsCommand(path: string | undefined, options: ShardsOptions): Promise<void> {
  if (path === undefined) throw new UsageError('Expected a spec file, or "status" or "merge" with a folder of parts.');
  const { processors, memory, container, out } = options;
  const engine = engineOf(options.for);
  const spec = resolve(path);
  const study = await readSpec(spec, options);
  const workspace = resolve(await existingWorkspace(options));
  const folder = resolve(options.folder ?? join(dirname(spec), `${basename(spec, extname(spec))}-shards`));
  const known = options.shards !== undefined && options.time !== undefined;
  const work = known ? null : await estimate(spec, study, { ...options, workspace });
  const shards = options.shards ?? proposed(work!, engine, processors);
  const planned: PlannedJob = {
    spec,
    workspace,
    folder,
    command: commandOf(engine, container, [folder, dirname(spec), dirname(workspace)]),
    name: slug(study.name),
    study: study.name,
    shards,
    processors,
    seconds: options.time ?? limit(work!, shards, processors),
    memory,
    requeue: options.requeue === true,
    before: options.before ?? [],
    ...(['partition', 'account', 'qos', 'throttle', 'signal', 'scratch', 'claim'] as const).reduce(
      (all, key) => (options[key] === undefined ? all : { ...all, [key]: options[key] }),
      {},
    ),
    ...(container !== undefined && { container }),
    ...(options.baseAnywhere && { baseAnywhere: true }),
  };
  const script = engine.script(planned);
  privateFolder(folder);
  const job: ShardJob = { ...planned, bundle: writeShardBundle(workspace, study.dataset, folder) };
  // A part that was finished or merged by another description may have other cells.
  for (const name of readdirSync(folder)) if (/^part-\d+\.(done|merged)$/.test(name)) rmSync(join(folder, name));
  writeFile(join(folder, PART_SCRIPT), partScript(job), { mode: 0o755 });
  const file = out === undefined || isStandardOutput(out) ? null : resolve(out);
  const description: ShardDescription = { format: 1, engine: engine.id, file, job };
  writeFile(join(folder, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
  writeOut(out, script);
  if (file !== null) say(`Start it with: ${engine.start(quoted(file), job)}`);
}

/**
 * eigenbench shards status: how far every part is. Exit code 1 while a part has cells that are neither finished nor
 * failed.
 */
export async function shardsStatusCommand(
  folder: string,
  { part, json }: { readonly part?: number; readonly json?: boolean },
): Promise<void> {
  const description = await readShards(folder);
  const { job } = description;
  if (part !== undefined && part > job.shards) {
    throw new UsageError(`--part: expected a part from 1 to ${job.shards}, found ${part}.`);
  }
  const states = partStates(job, part === undefined ? allParts(job) : [part]);
  if (json) printJson({ study: job.study, engine: description.engine, parts: states });
  else print(statusText(states));
  requireSettled(description, states);
}

/**
 * eigenbench shards merge: joins the parts that are there to the studies of the workspace. Exit code 1 while a part is
 * missing or unfinished, with the command that computes it.
 */
export async function shardsMergeCommand(folder: string, options: WorkspaceOptions): Promise<void> {
  const description = await readShards(folder);
  const { job } = description;
  const states = partStates(job, allParts(job));
  const there = states.filter(({ state }) => state === 'settled' || state === 'open');
  if (there.length > 0) {
    await mergeCommand(
      there.map(({ part }) => partPath(job, part)),
      { ...options, workspace: options.workspace ?? job.workspace },
    );
  }
  requireSettled(description, states);
}

function statusText(states: readonly PartState[]): string {
  return columns(
    ['>part', 'state', '>finished', '>failed', '>cells'],
    states.map(({ part, state, done, failed, cells, reason }) => [
      String(part),
      reason === undefined ? state : `${state}: ${reason}`,
      String(done),
      String(failed),
      cells === null ? '–' : String(cells),
    ]),
  );
}

function requireSettled({ engine: id, file, job }: ShardDescription, states: readonly PartState[]): void {
  const open = states.filter(({ state }) => state !== 'settled' && state !== 'merged').map(({ part }) => part);
  if (open.length === 0) return;
  const engine = engineOf(id);
  const command =
    file !== null && engine.again
      ? engine.again(quoted(file), job, open)
      : `for part in ${open.join(' ')}; do bash ${quoted(partScriptPath(job))} $part; done`;
  const verb = open.length === 1 ? 'is' : 'are';
  throw new Failure(
    `${plural(open.length, 'part')} of ${states.length} ${verb} missing or unfinished. To compute: ${command}`,
  );
}

/** The engine of this id. Throws UsageError that names those which there are. */
function engineOf(id: string): ShardEngine {
  const engine = shardEngines.find((each) => each.id === id);
  if (engine) return engine;
  throw new UsageError(`--for: expected ${shardEngines.map((each) => each.id).join(', ')}, found "${id}".`);
}

function commandOf({ inside }: ShardEngine, container: string | undefined, folders: readonly string[]): string[] {
  if (inside) return ['eigenbench'];
  if (container === undefined) return [process.execPath, join(packageRoot(), 'bin', 'eigenbench.js')];
  return ['apptainer', 'exec', '--bind', [...new Set(folders)].join(','), container, 'eigenbench'];
}

/** A number of parts, which it says. */
function proposed(work: Estimate, { startSeconds = 30 }: ShardEngine, processors: number): number {
  const shards = proposedParts(work, processors, startSeconds);
  const each = duration(work.seconds / shards / processors);
  say(`--shards ${shards} was chosen: a part starts in ${startSeconds} s and computes for about ${each}.`);
  return shards;
}

/** Seconds that a part may take, which it says. */
function limit({ seconds, from }: Estimate, shards: number, processors: number): number {
  const part = seconds / shards / processors;
  const most = Math.ceil(Math.max(LEAST, MARGIN * part) / 60) * 60;
  say(`A part takes about ${duration(part)} by ${from}; --time ${Math.ceil(most / 60)} (minutes) was chosen.`);
  return most;
}
