import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ImportRecipe } from '../../../../core/images/importRecipe.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure } from '../../errors.ts';
import { describeDefects } from './audit.ts';
import { describeFaces, findFacesIn, type FaceChoices, type FaceSearchReport } from './findFaces.ts';
import { followStream } from '../followStream.ts';
import { reportWritten, writeOut } from '../../files/writeOut.ts';
import { withNewEngine, withScratchEngine, findDataset, withEngine } from '../../workspace.ts';
import { print, printJson } from '../../terminal.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareImport, declarePreprocess } from '../../declarations/datasetCommands.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type {
  ImportPreview,
  NamePreview,
  ShapeChoice,
  ImportEvent,
  ImportReport,
} from '../../../../core/contract/imports.ts';
import type { Doubt, ReadingChoice } from '../../../../core/readings/reading.ts';
import { importOptions } from '../../../../core/images/provenanceCommands.ts';
import { shellWord } from '../../../../core/text/shellQuote.ts';
import { columns } from '../../options/textColumns.ts';
import { loadSharp } from '../../../loadSharp.ts';
import { eyesOf } from '../../optionValues.ts';
import { onOneLine } from '../../../../core/formats/formatError.ts';
import { suggestedName } from '../../../import/scanImport.ts';
import { OUTSIDE_FOLDER } from '../../../import/sources/listFolder.ts';

/** Shows the progress of an import and returns its report; Ctrl-C cancels it. Throws Failure, Interrupted. */
export async function followImport(
  json: boolean,
  start: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent>>,
): Promise<ImportReport> {
  const cancelled = 'Import cancelled; the workspace is unchanged.';
  return (
    await followStream({ unit: 'images', json, start: async (signal) => answered(await start(signal)), cancelled })
  ).report;
}

/** The events of an import. Throws Failure that lists the readings of a source that has several. */
async function* answered(
  events: AsyncIterable<ImportEvent>,
): AsyncGenerator<Exclude<ImportEvent, { readonly kind: 'question' }>> {
  for await (const event of events) {
    if (event.kind === 'question') throw new Failure(event.doubts.flatMap(describeDoubt).join('\n'));
    yield event;
  }
}

function describeDoubt({ title, text, choices }: Doubt): string[] {
  return [`${title} ${text}`, ...choices.map(describeChoice)];
}

function describeChoice({ recipe, title, detail }: ReadingChoice): string {
  return `  ${importOptions({ size: null, recipe }).map(shellWord).join(' ')}  (${title}. ${detail})`;
}

function describeReport({ dataset, problems, seconds }: ImportReport, done = 'Imported'): string {
  const lines = [
    `${done} "${dataset.name}": ${plural(dataset.count, 'image')} of ${plural(dataset.subjects, 'subject')}, ` +
      `${dataset.rows} rows × ${dataset.cols} columns, in ${seconds.toFixed(1)} s.`,
  ];
  if (problems.length > 0) {
    lines.push(`${problems.length} ${problems.length === 1 ? 'file was' : 'files were'} not imported:`);
    for (const { file, reason } of problems) lines.push(onOneLine(`  ${file}: ${reason}`));
    if (problems.some(({ reason }) => reason.startsWith(OUTSIDE_FOLDER)))
      lines.push('--follow-links follows links out of the folder.');
  }
  return `${lines.join('\n')}\n`;
}

// eigenbench import --shapes: the candidate shapes of stacked pixels, as a list and a picture.

/** White pixels between pictures. */
const GAP = 4;

/** Writes the picture, one line per pair of shapes, and returns the list. */
async function writeShapes(choices: readonly ShapeChoice[], out: string): Promise<string> {
  if (choices.length === 0) return 'The shape of the images is known; --preview shows it.\n';
  const { rows, cols, pixels } = sheetOf(choices);
  const sharp = await loadSharp();
  writeOut(
    out,
    await sharp(pixels, { raw: { width: cols, height: rows, channels: 1 } })
      .png()
      .toBuffer(),
  );
  const lines = choices.map(({ rows, cols, pixelOrder, roughness }, n) => [
    String(Math.floor(n / 2) + 1),
    n % 2 === 0 ? 'left' : 'right',
    roughness.toFixed(3),
    `--image-size ${rows}x${cols} --pixel-order ${pixelOrder}`,
  ]);
  const head = 'Choose the shape that shows upright faces. Variation: share of that of pixels in random order.\n';
  return `${head}${columns(['line', 'side', 'variation', 'options'], lines)}Pictures: ${out}\n`;
}

/** The pictures of each choice and its transpose, side by side on one line. */
function sheetOf(choices: readonly ShapeChoice[]): { rows: number; cols: number; pixels: Uint8Array } {
  const blocks = choices.map(({ pictures }) => pictures);
  const width = Math.max(...blocks.map(({ cols, count }) => count * (cols + GAP)));
  const heights = blocks.flatMap((block, n) => (n % 2 === 0 ? [Math.max(block.rows, blocks[n + 1].rows) + GAP] : []));
  const [rows, cols] = [GAP + heights.reduce((sum, height) => sum + height, 0), 2 * width + 3 * GAP];
  const pixels = new Uint8Array(rows * cols).fill(255);
  blocks.forEach((block, n) => {
    const bytes = Buffer.from(block.pixels, 'base64');
    const top = GAP + heights.slice(0, Math.floor(n / 2)).reduce((sum, height) => sum + height, 0);
    const left = GAP + (n % 2) * (width + GAP);
    for (let line = 0; line < block.count * block.rows; line++) {
      const image = Math.floor(line / block.rows);
      const at = (top + (line % block.rows)) * cols + left + image * (block.cols + GAP);
      pixels.set(bytes.subarray(line * block.cols, (line + 1) * block.cols), at);
    }
  });
  return { rows, cols, pixels };
}

/** Describes what an import would do. */
function describePreview(preview: ImportPreview): string {
  const { layout, layoutTitle, images, subjects, rows, cols, names } = preview;
  const shape = rows === null ? 'no image could be read' : `the first has ${rows} rows × ${cols} columns`;
  const head = `${layoutTitle} (${layout}): ${plural(images, 'image')} of ${plural(subjects, 'subject')}, ${shape}.\n`;
  return names === undefined ? head : head + describeNames(names);
}

function describeNames({ pattern, matches, unmatched, subsets }: NamePreview): string {
  const attributes = [...new Set(matches.flatMap((match) => Object.keys(match.attributes)))];
  const rows = matches.map((match) => [
    match.file,
    match.subject,
    ...attributes.map((name) => (Object.hasOwn(match.attributes, name) ? match.attributes[name] : '')),
  ]);
  const lines = [`Pattern: ${pattern}`, columns(['file', 'subject', ...attributes], rows).trimEnd()];
  if (unmatched.count > 0) {
    lines.push(`${unmatched.count} image ${unmatched.count === 1 ? 'file does' : 'files do'} not match:`);
    lines.push(...unmatched.files.map((file) => `  ${file}`));
    if (unmatched.count > unmatched.files.length) lines.push('  …');
  }
  for (const { id, title } of subsets) lines.push(`Subset ${id}: ${title}.`);
  return `${lines.join('\n')}\n`;
}

/** eigenbench import: imports one dataset from a folder or file; reports unreadable files and imports the others. */
export async function importCommand(path: string, options: OptionsOf<typeof declareImport>): Promise<void> {
  const { shapes, preview, name: requestedName, size = null, json, workspace, ...rest } = options;
  const { findFaces, withoutFace, several, doubtful, ...recipe } = rest;
  const source: Source = { path: resolve(path), recipe: recipe satisfies Only<ImportRecipe, typeof recipe>, workspace };
  if (shapes !== undefined) return shapesCommand(source, shapes);
  if (preview) return previewCommand(source, json);
  if (!existsSync(source.path)) throw new Failure(`${source.path}: there is no such file or folder.`);
  const choices: FaceChoices = { withoutFace, several, doubtful };
  const { report, faces, audit } = await withNewEngine({ workspace }, async (engine) => {
    const { client } = engine;
    const token = engine.grant(source.path);
    const name = requestedName ?? suggestedName(source.path);
    const input = { token, name, size, recipe };
    const report = await followImport(json === true, (signal) => client.datasets.import(input, { signal }));
    const faces = findFaces ? await facesOf(engine, report.dataset, { ...choices, json }) : null;
    const quick = { id: report.dataset.id, near: null };
    const { audit } = await followStream({
      unit: '%',
      of: `Audit of "${name}"`,
      json: json === true,
      start: (signal) => client.datasets.audit(quick, { signal }),
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

interface Source {
  readonly path: string;
  readonly recipe: ImportRecipe;
  readonly workspace: string | undefined;
}

/** Detects faces in the imported images; removes the import if one of the choices says to fail. */
async function facesOf(
  engine: Engine,
  { id, name }: { readonly id: number; readonly name: string },
  search: FaceChoices & { readonly json: true | undefined },
): Promise<FaceSearchReport> {
  const cancelled = `"${name}" is imported; the search for faces was cancelled, and no eyes are marked.`;
  try {
    return await findFacesIn(engine, { id, name }, { ...search, cancelled });
  } catch (error) {
    if (error instanceof Failure) await engine.client.datasets.delete({ id });
    throw error;
  }
}

/** eigenbench import --preview: shows how names and arrays would be read. */
async function previewCommand({ path, recipe, workspace }: Source, json: true | undefined): Promise<void> {
  const preview = await withScratchEngine({ workspace }, (engine) => {
    const token = engine.grant(path);
    return engine.client.datasets.previewImport({ token, recipe });
  });
  if (json) printJson(preview);
  else print(describePreview(preview));
}

/** eigenbench import --shapes: shows the candidate shapes of stacked pixels without importing. */
async function shapesCommand({ path, recipe, workspace }: Source, out: string): Promise<void> {
  const choices = await withScratchEngine({ workspace }, ({ client, grant }) =>
    client.datasets.shapeChoices({ token: grant(path), recipe }),
  );
  reportWritten(out, (await writeShapes(choices, out)).trimEnd());
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
