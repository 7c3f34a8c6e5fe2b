/** How commands come to a workspace: one that exists, one that may be made, or one for the moment. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNamed, canonicalName, nearestName } from '../../core/text/nameLookup.ts';
import { studiesOfSpec } from '../../core/study/spec/multiDatasetSpec.ts';
import type { Only } from './declarations/declare.ts';
import { printNotice } from './terminal.ts';
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
 * Opens a workspace that exists, lends the engine to `use`, and closes it whatever happens. Throws UsageError where
 * there is none: nothing is made.
 */
export async function withEngine<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  return lend(options, await existingWorkspace(options), use);
}

/** The same, with a workspace that is made where there is none; one that nothing is stored in is removed again. */
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

/** Lends an engine with an empty workspace, which goes afterwards: for what looks at files and stores nothing. */
export async function withScratchEngine<T, Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-'));
  try {
    return await lend(options, join(folder, 'scratch.eigenbench'), use);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The workspace that a command line names, or that of the user. */
export async function workspacePath<Given extends WorkspaceOptions>({
  workspace,
}: Only<WorkspaceOptions, Given>): Promise<string> {
  return workspace ?? (await import('../workspace/location.ts')).defaultWorkspacePath();
}

/** The same. Throws UsageError where there is no such file. */
export async function existingWorkspace<Given extends WorkspaceOptions>(
  options: Only<WorkspaceOptions, Given>,
): Promise<string> {
  const path = await workspacePath(options);
  if (existsSync(path)) return path;
  throw new UsageError(
    options.workspace === undefined
      ? `There is no workspace at ${path} yet: "eigenbench import" makes it; --workspace names another one.`
      : `There is no workspace at ${path}.`,
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

/** The dataset of this name, whatever its case. Throws Failure with the nearest name, else those which there are. */
export async function findDataset(engine: Engine, name: string) {
  const datasets = await engine.client.datasets.list();
  const dataset = findNamed(name, datasets, (candidate) => candidate.name);
  if (dataset) return dataset;
  throw new Failure(unknownName('dataset', name, datasets));
}

/** The study of this name, whatever its case. Throws Failure with the nearest name, else those which there are. */
export async function findStudy(engine: Engine, name: string) {
  const studies = await engine.client.studies.list();
  const study = findNamed(name, studies, (candidate) => candidate.name);
  if (study) return study;
  throw new Failure(unknownName('study', name, studies));
}

/** That nothing has the name, and what is near or there. */
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

/** Labels of methods as the study writes them, whatever their case here; unknown ones stay as they are. */
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
 * The ids of the studies of these names; the name of a spec of several datasets stands for its studies. Throws Failure
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
