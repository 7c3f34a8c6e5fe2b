import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { slug } from '../../../../core/report/slug.ts';
import { plural, bytes } from '../../../../core/text/phrases.ts';
import { packageRoot } from '../../../packageRoot.ts';
import { privateFolder } from '../../../disk/folders.ts';
import { writeFile } from '../../../disk/writeFile.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { Failure, UsageError } from '../../errors.ts';
import { duration } from '../../progress.ts';
import { readSpec } from '../../files/readSpec.ts';
import { writeShardBundle } from '../../shards/shardBundle.ts';
import {
  type ShardEngine,
  allParts,
  DESCRIPTION,
  type PlannedJob,
  type ShardJob,
  PART_SCRIPT,
  partPath,
  partScriptPath,
  mergedPath,
  partScript,
} from '../../shards/job.ts';
import { type Estimate, estimate, proposedParts } from '../../shards/proposal.ts';
import { type PartState, partStates } from '../../shards/partStates.ts';
import { readShards, type ShardDescription } from '../../shards/readShards.ts';
import { shardEngines } from '../../shards/registry.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';
import { existingWorkspace } from '../../workspace.ts';
import { isStandardOutput, writeOut } from '../../files/writeOut.ts';
import { mergeCommand } from '../workspace/merge.ts';
import { type OptionsOf, allRead, type Only } from '../../declarations/declare.ts';
import type {
  declareShards,
  declareShardsMerge,
  declareShardsStatus,
  declareShardsClean,
} from '../../declarations/shardCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { openWorkspace, type Workspace } from '../../../workspace/workspace.ts';
import { workspaceFiles } from '../../../workspace/location.ts';
import { unmergedCells } from '../../../workspace/mergeWorkspaces.ts';
import { ranges } from '../../shards/shellFormats.ts';
import { closeAfter } from '../../interrupt.ts';

/**
 * Estimates are uncertain and machines differ: the time limit is 3 times the estimate, at least a quarter of an hour.
 */
const MARGIN = 3;
const LEAST = 900;

/**
 * eigenbench shards: writes the file with which an engine computes a study in parts and merges them; the folder of the
 * parts gets their images, the script of a part, and a description.
 */
export async function shardsCommand(path: string | undefined, options: OptionsOf<typeof declareShards>): Promise<void> {
  if (path === undefined) throw new UsageError('Expected a spec file, or "status" or "merge" with a folder of parts.');
  const {
    shards: parts,
    for: id,
    processors,
    time,
    folder: requestedFolder,
    baseAnywhere,
    out,
    mem: memory,
    ...rest
  } = options;
  const { requeue, before, container, workspace: stored, ...jobOptions } = rest;
  const engine = engineOf(id);
  const spec = resolve(path);
  const study = await readSpec(spec, { baseAnywhere });
  const workspace = resolve(await existingWorkspace({ workspace: stored }));
  const folder = resolve(requestedFolder ?? join(dirname(spec), `${basename(spec, extname(spec))}-shards`));
  const isSpecified = parts !== undefined && time !== undefined;
  const work = isSpecified ? null : await estimate(spec, study, { workspace });
  const shards = parts ?? proposed(work!, engine, processors);
  const planned: PlannedJob = {
    spec,
    workspace,
    folder,
    command: commandOf(engine, container, [folder, dirname(spec), dirname(workspace)]),
    name: slug(study.name),
    study: study.name,
    shards,
    processors,
    seconds: time ?? limit(work!, shards, processors),
    memory,
    requeue: requeue === true,
    before: [...(before ?? [])],
    ...(jobOptions satisfies Only<Partial<PlannedJob>, typeof jobOptions>),
    ...(container !== undefined && { container }),
    ...(baseAnywhere && { baseAnywhere: true }),
  };
  const script = engine.script(planned);
  privateFolder(folder);
  const job: ShardJob = { ...planned, bundle: writeShardBundle(workspace, study.dataset, folder) };
  // A part finished or merged for another description may have other cells.
  for (const name of readdirSync(folder)) if (/^part-\d+\.(done|merged)$/.test(name)) rmSync(join(folder, name));
  writeFile(join(folder, PART_SCRIPT), partScript(job), { mode: 0o755 });
  const file = out === undefined || isStandardOutput(out) ? null : resolve(out);
  const description: ShardDescription = { format: 1, engine: engine.id, file, job };
  writeFile(join(folder, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
  writeOut(out, script);
  if (file !== null) printNotice(`Start it with: ${engine.start(quoted(file), job)}`);
}

/**
 * eigenbench shards status: shows the state of every part. Exit code 1 while a part has cells that are neither finished
 * nor failed.
 */
export async function shardsStatusCommand(
  folder: string,
  { part, json }: OptionsOf<typeof declareShardsStatus>,
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
 * eigenbench shards merge: merges the existing parts into the studies of the workspace. Exit code 1 while a part is
 * missing or unfinished, with the command that computes it.
 */
export async function shardsMergeCommand(
  folder: string,
  { workspace, ...rest }: OptionsOf<typeof declareShardsMerge>,
): Promise<void> {
  allRead(rest);
  const description = await readShards(folder);
  const { job } = description;
  const states = partStates(job, allParts(job));
  const mergeable = states.filter(({ state }) => state === 'settled' || state === 'open');
  if (mergeable.length > 0) {
    await mergeCommand(
      mergeable.map(({ part }) => partPath(job, part)),
      { workspace: workspace ?? job.workspace },
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

/** The engine with this id. Throws UsageError that lists the engines if there is none. */
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

/** Proposes a number of parts and prints it. */
function proposed(work: Estimate, { startSeconds = 30 }: ShardEngine, processors: number): number {
  const shards = proposedParts(work, processors, startSeconds);
  const each = duration(work.seconds / shards / processors);
  printNotice(`--shards ${shards} was chosen: a part starts in ${startSeconds} s and computes for about ${each}.`);
  return shards;
}

/** Seconds allowed per part, which are printed. */
function limit({ seconds, from }: Estimate, shards: number, processors: number): number {
  const part = seconds / shards / processors;
  const most = Math.ceil(Math.max(LEAST, MARGIN * part) / 60) * 60;
  printNotice(`A part takes about ${duration(part)} by ${from}; --time ${Math.ceil(most / 60)} (minutes) was chosen.`);
  return most;
}

/**
 * eigenbench shards clean: removes the workspaces of parts whose cells are all in the workspace. Exit code 1 if others
 * remain, which are not changed.
 */
export async function shardsCleanCommand(folder: string, options: OptionsOf<typeof declareShardsClean>): Promise<void> {
  const { job } = await readShards(folder);
  const workspace = await existingWorkspace({ ...options, workspace: options.workspace ?? job.workspace });
  const target = openWorkspace(workspace, { readOnly: true });
  const kept: string[] = [];
  const removed: number[] = [];
  let freed = 0;
  await closeAfter(() => {
    for (const state of partStates(job, allParts(job))) {
      if (state.state === 'missing' || state.state === 'merged') continue;
      const path = partPath(job, state.part);
      const reason = reasonToKeep(state, path, target);
      if (reason !== null) kept.push(`part ${state.part} ${reason}`);
      else {
        // Written first: a part that is neither present nor marked as merged would be recomputed.
        writeFile(mergedPath(job, state.part), '');
        freed += remove(path);
        removed.push(state.part);
      }
    }
  }, target.close);
  print(
    removed.length === 0
      ? 'No part was removed.\n'
      : `Removed ${plural(removed.length, 'merged part')} (${ranges(removed)}), ${bytes(freed)}.\n`,
  );
  if (kept.length > 0) throw new Failure(`Not removed: ${kept.join('; ')}.`);
}

/** Why a part is kept; null if the target has all its cells. */
function reasonToKeep({ state, reason }: PartState, path: string, target: Workspace): string | null {
  if (state === 'unreadable') return `cannot be read (${reason})`;
  if (state === 'open') return 'is unfinished';
  const source = openWorkspace(path, { readOnly: true });
  try {
    const cells = unmergedCells(source, target);
    return cells === 0 ? null : `has ${plural(cells, 'cell')} that ${cells === 1 ? 'is' : 'are'} not merged`;
  } finally {
    source.close();
  }
}

/** Removes a workspace and returns the bytes freed. */
function remove(path: string): number {
  let freed = 0;
  for (const file of workspaceFiles(path)) {
    freed += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(file, { force: true });
  }
  return freed;
}
