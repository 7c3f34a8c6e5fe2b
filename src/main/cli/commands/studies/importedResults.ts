/** eigenbench results: adds, lists and removes rows of a study that another program computed. */
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { importedKinds } from '../../../../core/methods/importedMethod.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { SentFile } from '../../../../core/contract/files.ts';
import type { ImportedResultsPreview } from '../../../../core/contract/importedResults.ts';
import { fileReason } from '../../../disk/fileReason.ts';
import { readBytes } from '../../files/arrays.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { Failure } from '../../errors.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type {
  declareAddResults,
  declareListResults,
  declareRemoveResults,
  declareAddPublished,
  declareListPublished,
  declareRemovePublished,
} from '../../declarations/importedResultCommands.ts';
import { columns } from '../../options/textColumns.ts';

/** Adds files to a study, or previews them. */
export async function addResultsCommand(
  name: string,
  paths: readonly string[],
  options: OptionsOf<typeof declareAddResults>,
): Promise<void> {
  const { label: requestedLabel, replace, preview: only, json, ...where } = options;
  const files = await filesAt(paths);
  const label = requestedLabel ?? basename(paths[0]).replace(/(.)\.[^.]*$/, '$1');
  await withEngine(where, async ({ client, ...engine }) => {
    if (!only) engine.requireWritable();
    const { id } = await findStudy({ client, ...engine }, name);
    const preview = await client.studies.previewElsewhere({ id, files });
    if (!only) {
      await client.studies.addElsewhere({ id, files, label, replace: replace === true });
    }
    if (json) {
      printJson({ label, added: !only, ...preview });
      return;
    }
    for (const remark of preview.remarks) printNotice(remark);
    print(summary(preview, only ? null : label, name));
  });
}

export async function listResultsCommand(
  name: string,
  { json, ...options }: OptionsOf<typeof declareListResults>,
): Promise<void> {
  const rows = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.listElsewhere({ id });
  });
  if (json) printJson(rows);
  else if (rows.length === 0) print(`"${name}" has no imported results.\n`);
  else {
    const lines = rows.map(({ label, holds, source, sha256, cells }) => [
      label,
      importedKinds[holds],
      `${cells.done} of ${cells.total}`,
      source,
      sha256.slice(0, 12),
    ]);
    print(columns(['label', 'holds', '>splits', 'source', 'sha-256'], lines));
  }
}

/** Removes an imported row. */
export async function removeResultsCommand(
  name: string,
  label: string,
  options: OptionsOf<typeof declareRemoveResults>,
): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    await engine.client.studies.removeElsewhere({ id, label });
  });
  print(`Removed "${label}" from "${name}".\n`);
}

function summary(
  { holds, source, splits, planned, lacking, conditions }: ImportedResultsPreview,
  label: string | null,
  study: string,
): string {
  const rates = conditions.map(({ key, repeats, error }) => [
    key,
    String(repeats),
    error === null ? '–' : error.toFixed(1),
  ]);
  const more = planned - splits - lacking.length;
  const lacks = lacking.length === 0 ? '' : `It lacks ${lacking.join('; ')}${more > 0 ? ` and ${more} more` : ''}.\n`;
  const first = `${source} holds ${importedKinds[holds]} for ${splits} of ${plural(planned, 'split')}.\n`;
  const last = label === null ? '' : `Added to "${study}" as "${label}".\n`;
  return first + lacks + columns(['condition', '>repeats', '>error in %'], rates) + last;
}

/** Files, and the files in folders, whose splits are named by their paths relative to the folder; no links. */
async function filesAt(paths: readonly string[]): Promise<SentFile[]> {
  const entries: { name: string; path: string }[] = [];
  for (const path of paths) {
    try {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) throw new Failure(`${path} is a link: name the file or folder itself.`);
      if (!stats.isDirectory()) entries.push({ name: path, path });
      else {
        const inside = await readdir(path, { recursive: true, withFileTypes: true });
        const files = inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
        if (files.length === 0) throw new Failure(`${path}: the folder holds no files.`);
        entries.push(...files.sort().map((file) => ({ name: relative(path, file), path: file })));
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(`${path} cannot be read: ${fileReason(error)}`);
    }
  }
  return Promise.all(
    entries.map(async ({ name, path }) => ({ name, content: Buffer.from(await readBytes(path)).toString('base64') })),
  );
}

// eigenbench published: numbers from the literature alongside those of a study.

/** Adds the numbers of a file. */
export async function addPublishedCommand(
  name: string,
  path: string,
  { replace, ...options }: OptionsOf<typeof declareAddPublished>,
): Promise<void> {
  const file = { name: path, content: Buffer.from(await readBytes(path)).toString('base64') };
  const added = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.addPublished({ id, file, replace: replace === true });
  });
  print(`Added ${plural(added.length, 'published number')} to "${name}".\n`);
  const share = added.find(({ value }) => value > 0 && value < 1);
  if (share) {
    const { method, condition, value } = share;
    const rate = Number((100 * value).toPrecision(12));
    printNotice(
      `${method}, ${condition}: error rates are in per cent; is ${value} a share? Give ${rate}, with --replace.`,
    );
  }
}

export async function listPublishedCommand(
  name: string,
  { json, ...options }: OptionsOf<typeof declareListPublished>,
): Promise<void> {
  const numbers = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.listPublished({ id });
  });
  if (json) printJson(numbers);
  else if (numbers.length === 0) print(`"${name}" has no published numbers.\n`);
  else {
    const lines = numbers.map(({ method, condition, value, deviation, source }) => [
      method,
      condition,
      String(value),
      deviation === undefined ? '' : String(deviation),
      source,
    ]);
    print(columns(['method', 'condition', '>error in %', '>deviation', 'source'], lines));
  }
}

export async function removePublishedCommand(
  name: string,
  source: string,
  options: OptionsOf<typeof declareRemovePublished>,
): Promise<void> {
  const { removed } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.removePublished({ id, source });
  });
  print(`Removed ${plural(removed, 'published number')} from "${name}".\n`);
}
