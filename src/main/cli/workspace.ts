/** Opens workspaces for commands: an existing one, one that may be created, or a temporary one. */
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findNamed, canonicalName, nearestName } from '../../core/text/nameLookup.ts';
import { studiesOfSpec } from '../../core/study/spec/multiDatasetSpec.ts';
import type { Only } from './declarations/declare.ts';
import { printNotice } from './terminal.ts';
import { temporaryFolder } from '../disk/temporaryTree.ts';
import type { Engine } from '../engine/engine.ts';
import { Failure, UsageError } from './errors.ts';
import { closeAfter } from './interrupt.ts';

export interface WorkspaceOptions {
  readonly workspace?: string;
  readonly workers?: number;
  /** Folders that a page may import from. @default the home folder */
  readonly roots?: readonly string[];
}

/**
 * Opens an existing workspace, runs `use` with its engine, and always closes it. Throws UsageError if it does not
 * exist; none is created.
 */
export async function withEngine<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  return lend(options, await existingWorkspace(options), use);
}

/** Like `withEngine`, but creates a missing workspace; one that stays empty is removed again. */
export async function withNewEngine<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const path = await workspacePath(options);
  if (existsSync(path)) return lend(options, path, use);
  let empty = true;
  try {
    return await lend(options, path, async (engine) => {
      try {
        return await use(engine);
      } finally {
        const { datasets, papers } = engine.client;
        empty =
          (await datasets.list()).length === 0 && (await papers.list()).every(({ results }) => results.length === 0);
      }
    });
  } finally {
    if (empty) {
      const { workspaceFiles } = await import('../workspace/location.ts');
      for (const file of workspaceFiles(path)) rmSync(file, { force: true });
    }
  }
}

/** Runs `use` with an engine on a temporary empty workspace, for commands that read files and store nothing. */
export async function withScratchEngine<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder();
  try {
    return await lend(options, join(folder, 'scratch.eigenbench'), use);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The workspace named on the command line, or the user's default. */
export async function workspacePath<Given extends WorkspaceOptions>({
  workspace,
}: Only<WorkspaceOptions, Given>): Promise<string> {
  return workspace ?? (await import('../workspace/location.ts')).defaultWorkspacePath();
}

/** Like `workspacePath`. Throws UsageError if the file does not exist. */
export async function existingWorkspace<Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
): Promise<string> {
  const path = await workspacePath(options);
  if (existsSync(path)) return path;
  throw new UsageError(
    options.workspace === undefined
      ? `No workspace at ${path} yet. Create it with "eigenbench import", or choose another with --workspace.`
      : `No workspace at ${path}.`,
  );
}

async function lend<T>(options: WorkspaceOptions, path: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  const { openEngine } = await import('../engine/engine.ts');
  const engine = await openEngine({
    workspacePath: path,
    host: 'browser',
    roots: options.roots ?? [homedir()],
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  for (const notice of engine.notices) printNotice(notice);
  return closeAfter(() => use(engine), engine.close);
}

/** The dataset of this name, ignoring case. Throws Failure with the nearest name, or else the list of datasets. */
export async function findDataset(engine: Engine, name: string) {
  const datasets = await engine.client.datasets.list();
  const dataset = findNamed(name, datasets, (candidate) => candidate.name);
  if (dataset) return dataset;
  throw new Failure(unknownName('dataset', name, datasets));
}

/** The study of this name, ignoring case. Throws Failure with the nearest name, or else the list of studies. */
export async function findStudy(engine: Engine, name: string) {
  const studies = await engine.client.studies.list();
  const study = findNamed(name, studies, (candidate) => candidate.name);
  if (study) return study;
  throw new Failure(unknownName('study', name, studies));
}

/** Error message for an unknown name, with the nearest or all available names. */
export function unknownName(
  kind: 'study' | 'dataset',
  name: string,
  all: readonly { readonly name: string }[],
): string {
  const names = all.map((candidate) => `"${candidate.name}"`).join(', ');
  const available = all.length === 0 ? 'the workspace has none' : `there ${all.length === 1 ? 'is' : 'are'} ${names}`;
  const nearest = nearestName(
    name,
    all.map((candidate) => candidate.name),
  );
  return `There is no ${kind} "${name}"${nearest === null ? `: ${available}.` : `; did you mean "${nearest}"?`}`;
}

/** Canonical labels of methods, matched ignoring case; unknown labels are unchanged. */
export async function findLabels<T extends string | undefined>(
  engine: Engine,
  id: number,
  labels: readonly T[],
): Promise<T[]> {
  const { methods } = await engine.client.studies.get({ id });
  const exact = new Set<string | undefined>(methods.map(({ label }) => label));
  if (labels.every((label) => label === undefined || exact.has(label))) return [...labels];
  const { table } = await engine.client.studies.results({ id });
  const rowLabels = table.rows.map(({ label }) => label);
  return labels.map((label) => (label === undefined ? label : (canonicalName(label, rowLabels) as T)));
}

/**
 * The ids of the studies of these names; the name of a spec with several datasets means all its studies. Throws Failure
 * as `findStudy`.
 */
export async function findStudies(engine: Engine, names: readonly string[]): Promise<number[]> {
  const all = await engine.client.studies.list();
  const studies = await Promise.all(
    names.map(async (name) => {
      if (findNamed(name, all, (study) => study.name)) return [await findStudy(engine, name)];
      const matches = studiesOfSpec(name, all);
      return matches.length > 0 ? matches : [await findStudy(engine, name)];
    }),
  );
  return studies.flat().map(({ id }) => id);
}
