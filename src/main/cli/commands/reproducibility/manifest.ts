import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { requireEnding } from '../../files/outFormat.ts';
import { putFile } from '../../files/writeOut.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareManifest, declareDiff } from '../../declarations/studyCommands.ts';
import { manifestDiff, type DiffSection } from '../../../../core/study/plan/manifestDiff.ts';
import { parseManifest, type RecordedManifest } from '../../../../core/study/plan/manifestFile.ts';
import { Failure } from '../../errors.ts';
import { print, printJson } from '../../terminal.ts';
import { readManifest } from '../../files/readManifest.ts';

/** eigenbench manifest: exports everything needed to rerun a study and compare the results. */
export async function manifestCommand(
  name: string,
  { out, ...options }: OptionsOf<typeof declareManifest>,
): Promise<void> {
  requireEnding(out, '.json');
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'manifest' });
  });
  await putFile(file, out);
}

/**
 * eigenbench diff: describes the differences between two manifests, each a file or a study of the workspace. Exit code
 * 1 if anything but the names of study and dataset differs.
 */
export async function diffCommand(
  a: string,
  b: string,
  { json, ...options }: OptionsOf<typeof declareDiff>,
): Promise<void> {
  const manifests = [await manifestOf(a, options), await manifestOf(b, options)] as const;
  const [nameA, nameB] = [a, b].map((name) => (existsSync(name) ? basename(name) : `"${name}"`));
  const names = nameA === nameB ? ([a, b] as const) : ([nameA, nameB] as const);
  const sections = manifestDiff(...manifests, names);
  if (json) printJson({ identical: sections.length === 0, differences: sections });
  else print(sections.length === 0 ? SAME : sections.map(sectionText).join('\n'));
  if (sections.length > 0) throw new Failure(`${names.join(' and ')} differ.`);
}

const SAME = 'Identical images, program, spec, rows and splits; every cell has identical labels, errors and numbers.\n';

function sectionText({ title, sentences }: DiffSection): string {
  return `${title}\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`;
}

/** The manifest in a file, or that of a study of that name. */
async function manifestOf<Given extends WorkspaceOptions>(
  name: string,
  options: Only<WorkspaceOptions, Given>,
): Promise<RecordedManifest> {
  if (existsSync(name)) return readManifest(name);
  return withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    const file = await engine.client.studies.export({ id, format: 'manifest' });
    return parseManifest(JSON.parse(await file.text()));
  });
}
