import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ImportRecipe } from '../../../../core/images/importRecipe.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure } from '../../errors.ts';
import { describeDefects } from './audit.ts';
import { describeFaces, faceOptions, findFacesIn, type FaceChoices, type FaceSearchReport } from './findFaces.ts';
import { describePreview, describeQuestion, facesPicture } from './importPreview.ts';
import { followStream } from '../followStream.ts';
import { reportWritten, writeOut } from '../../files/writeOut.ts';
import { withNewEngine, withScratchEngine, findDataset, withEngine } from '../../workspace.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareImport, declarePreprocess } from '../../declarations/datasetCommands.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { ImportEvent, ImportReport } from '../../../../core/contract/imports.ts';
import { canonicalJson } from '../../../../core/hash.ts';
import { NO_JUDGEMENT, pinnedRecipe, type Doubt } from '../../../../core/readings/reading.ts';
import { importCommand as commandText } from '../../../../core/images/provenanceCommands.ts';
import { importStage } from '../../../../core/images/provenance.ts';
import { eyesOf } from '../../optionValues.ts';
import { onOneLine } from '../../../../core/formats/formatError.ts';
import { suggestedName } from '../../../import/scanImport.ts';
import { OUTSIDE_FOLDER } from '../../../import/sources/listFolder.ts';

/** The source can be read in several ways, and nothing was stored. */
export class OpenQuestion extends Failure {
  readonly doubts: readonly Doubt[];

  constructor(doubts: readonly Doubt[]) {
    super(doubts.map(({ title, text }) => `${title} ${text}`).join(' '));
    this.doubts = doubts;
  }
}

/**
 * Shows the progress of an import and returns its report; Ctrl-C cancels it. Throws OpenQuestion, Failure, Interrupted.
 */
export async function followImport(
  json: boolean,
  start: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent>>,
): Promise<ImportReport> {
  const cancelled = 'Import cancelled; the workspace is unchanged.';
  return (
    await followStream({ unit: 'images', json, start: async (signal) => answered(await start(signal)), cancelled })
  ).report;
}

async function* answered(
  events: AsyncIterable<ImportEvent>,
): AsyncGenerator<Exclude<ImportEvent, { readonly kind: 'question' }>> {
  for await (const event of events) {
    if (event.kind === 'question') throw new OpenQuestion(event.doubts);
    yield event;
  }
}

function describeReport(
  { dataset, problems, seconds, decided, command, pins = false }: ImportReport & { readonly pins?: boolean },
  done = 'Imported',
): string {
  const lines = [
    `${done} "${dataset.name}": ${plural(dataset.count, 'image')} of ${plural(dataset.subjects, 'subject')}, ` +
      `${dataset.rows} rows × ${dataset.cols} columns, in ${seconds.toFixed(1)} s.`,
  ];
  if (decided !== '') lines.push(onOneLine(decided));
  if (pins) lines.push(`To repeat it exactly: ${command}`);
  if (problems.length > 0) {
    lines.push(`${problems.length} ${problems.length === 1 ? 'file was' : 'files were'} not imported:`);
    for (const { file, reason } of problems) lines.push(onOneLine(`  ${file}: ${reason}`));
    if (problems.some(({ reason }) => reason.startsWith(OUTSIDE_FOLDER)))
      lines.push('--follow-links follows links out of the folder.');
  }
  return `${lines.join('\n')}\n`;
}

/** An import as the command line states it. */
interface Source {
  /** As typed, and resolved. */
  readonly typed: string;
  readonly path: string;
  readonly size: { readonly rows: number; readonly cols: number } | null;
  readonly recipe: ImportRecipe;
  /** Options of the command that are not part of the recipe. */
  readonly others: readonly string[];
  readonly workspace: string | undefined;
}

/** eigenbench import: imports one dataset from a folder or file; reports unreadable files and imports the others. */
export async function importCommand(path: string, options: OptionsOf<typeof declareImport>): Promise<void> {
  const { shapes, preview, name: requestedName, size = null, json, workspace, ...rest } = options;
  const { findFaces, withoutFace, several, doubtful, ...parts } = rest;
  const choices: FaceChoices = { withoutFace, several, doubtful };
  const source: Source = {
    typed: path,
    path: resolve(path),
    size,
    recipe: importRecipeOf(parts, path),
    others: [
      ...(requestedName === undefined ? [] : ['--name', requestedName]),
      ...(findFaces ? ['--find-faces', ...faceOptions(choices)] : []),
      ...(workspace === undefined ? [] : ['--workspace', workspace]),
    ],
    workspace,
  };
  if (shapes !== undefined || preview) return previewCommand(source, json, shapes);
  if (!existsSync(source.path)) throw new Failure(`${source.path}: there is no such file or folder.`);
  const { report, faces, audit } = await withNewEngine({ workspace }, async (engine) => {
    engine.requireWritable();
    const name = requestedName ?? suggestedName(source.path);
    const report = await imported(engine, source, name, { json, again: findFaces === true });
    const faces = findFaces ? await facesOf(engine, report.dataset, { ...choices, json }) : null;
    const quick = { id: report.dataset.id, near: null };
    const { audit } = await followStream({
      unit: '%',
      of: `Audit of "${name}"`,
      json: json === true,
      start: (signal) => engine.client.datasets.audit(quick, { signal }),
      cancelled: `"${name}" is imported; its audit was cancelled.`,
    });
    return { report, faces, audit };
  });
  if (json) printJson({ ...report, ...(faces && { faces }), audit });
  else {
    const facesText = faces === null ? '' : describeFaces(faces, choices);
    print(describeReport(report) + facesText + describeDefects({ ...audit, faces: null }, report.dataset.name));
  }
}

type RecipeOptions = Omit<ImportRecipe, 'dropColumns'> & { readonly dropColumn?: readonly string[] };

/**
 * The recipe of the options for an import of `path`. A list in the current folder becomes relative to the imported
 * folder; other lists are relative to that folder already.
 */
export function importRecipeOf<Given extends RecipeOptions>(
  options: Only<RecipeOptions, Given>,
  path: string,
): ImportRecipe {
  const { dropColumn, list, ...parts }: RecipeOptions = options;
  const below = list !== undefined && existsSync(list) ? relative(resolve(path), resolve(list)) : list;
  return {
    ...parts,
    ...(dropColumn && { dropColumns: [...dropColumn] }),
    ...(below !== undefined && { list: below.replaceAll(sep, '/') }),
  };
}

/**
 * Imports the source as `name`. With `again`, a dataset that this very import made is taken as it is: the command
 * continues after it was killed. `pins`: the import decided what an option can state. Throws Failure with the questions
 * that are open.
 */
async function imported(
  engine: Engine,
  { typed, path, size, recipe, others }: Source,
  name: string,
  { json, again }: { readonly json: true | undefined; readonly again: boolean },
): Promise<ImportReport & { readonly pins: boolean }> {
  const { client } = engine;
  const token = engine.grant(path);
  const input = { token, name, size, recipe };
  const dataset = again ? await client.datasets.imported(input) : null;
  if (dataset !== null) printNotice(`"${dataset.name}" was imported from these files before, and is not read again.`);
  try {
    const report =
      dataset === null
        ? await followImport(json === true, (signal) => client.datasets.import(input, { signal }))
        : { dataset, problems: [], seconds: 0, decided: '' };
    const stage = importStage((await client.datasets.making({ id: report.dataset.id })).stages)!;
    const pins = canonicalJson(stage.recipe) !== canonicalJson(pinnedRecipe(recipe, NO_JUDGEMENT));
    return { ...report, command: commandText(typed, size, stage.recipe, others), pins };
  } catch (error) {
    if (!(error instanceof OpenQuestion)) throw error;
    const { decisions, doubts } = await client.datasets.previewImport({ token, size, recipe });
    // The import stops at the first kind of question.
    const all = [
      ...error.doubts,
      ...doubts.filter(({ aspect }) => error.doubts.every((doubt) => doubt.aspect !== aspect)),
    ];
    const command = commandText(typed, size, pinnedRecipe(recipe, { decisions, doubts: all }, true), others);
    if (json) printJson({ question: all, command });
    throw new Failure(describeQuestion(all, command));
  }
}

/** Detects faces in the imported images; removes the import if one of the choices says to fail. */
async function facesOf(
  engine: Engine,
  { id, name }: { readonly id: number; readonly name: string },
  search: FaceChoices & { readonly json: true | undefined },
): Promise<FaceSearchReport> {
  const cancelled = `"${name}" is imported, and no eyes are marked: the same command continues the search for faces.`;
  try {
    return await findFacesIn(engine, { id, name }, { ...search, cancelled });
  } catch (error) {
    if (error instanceof Failure) await engine.client.datasets.delete({ id });
    throw error;
  }
}

/** eigenbench import --preview: shows how the source would be read, and with `out` the faces that each answer gives. */
async function previewCommand(
  { typed, path, size, recipe, others, workspace }: Source,
  json: true | undefined,
  out: string | undefined,
): Promise<void> {
  const [preview, faces] = await withScratchEngine({ workspace }, async (engine) => {
    const token = engine.grant(path);
    const { datasets } = engine.client;
    const read = await datasets.previewImport({ token, size, recipe });
    const show = (reading: ImportRecipe, maxSide: number) =>
      datasets.previewSubjects({ token, recipe: reading, maxSide });
    return [read, out === undefined ? null : await facesPicture(recipe, read, show)] as const;
  });
  const command = commandText(typed, size, pinnedRecipe(recipe, preview, true), others);
  if (out !== undefined && faces !== null) writeOut(out, faces);
  const text = json
    ? `${JSON.stringify({ ...preview, command }, null, 2)}`
    : describePreview(preview, command).trimEnd();
  if (out === undefined) print(`${text}\n`);
  else reportWritten(out, json ? text : `${text}\nFaces: ${out}`);
}

/** eigenbench preprocess: creates a new dataset from the images of another, which is unchanged. */
export async function preprocessCommand(
  dataset: string,
  { name, step, eyes, json, ...options }: OptionsOf<typeof declarePreprocess>,
): Promise<void> {
  const report = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    const input = { id, name, steps: [...step], ...eyesOf(engine, eyes) };
    return followImport(json === true, (signal) => engine.client.datasets.preprocess(input, { signal }));
  });
  if (json) printJson(report);
  else print(describeReport(report, 'Made'));
}
