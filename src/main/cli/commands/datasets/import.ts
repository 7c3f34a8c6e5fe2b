import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { importRecipeSchema, type ImportRecipe } from '../../../../core/images/importRecipe.ts';
import type { Engine } from '../../../engine/engine.ts';
import { explain, Failure } from '../../errors.ts';
import { describeDefects } from './audit.ts';
import { describeFaces, findFacesIn, type FaceChoices, type FacesFound } from './findFaces.ts';
import { describeReport, followImport } from './followImport.ts';
import { followStream } from '../followStream.ts';
import { describePattern, describePreview, isUnnamed } from './importPreview.ts';
import { tellWritten } from '../../files/writeOut.ts';
import { writeShapes } from './importShapes.ts';
import { withNewEngine, withScratchEngine, type WorkspaceOptions } from '../../workspace.ts';
import { print, printJson } from '../../terminal.ts';

interface ImportOptions extends WorkspaceOptions, ImportRecipe, FaceChoices {
  readonly findFaces?: boolean;
  readonly name?: string;
  readonly size?: { readonly rows: number; readonly cols: number };
  readonly json?: boolean;
  readonly preview?: boolean;
  readonly shapes?: string;
}

/** eigenbench import: one dataset from a folder or file; unreadable files are reported, the rest is imported. */
export async function importCommand(path: string, options: ImportOptions): Promise<void> {
  if (options.shapes !== undefined) return shapesCommand(path, options.shapes, options);
  if (options.preview) return previewCommand(path, options);
  const source = resolve(path);
  if (!existsSync(source)) throw new Failure(`${source}: there is no such file or folder.`);
  const { report, faces, audit } = await withNewEngine(options, async (engine) => {
    const { client } = engine;
    const token = engine.grant(source);
    const name = options.name ?? (basename(source, extname(source)) || 'dataset');
    const input = { token, name, size: options.size ?? null, recipe: recipeOf(options) };
    const report = await withPatterns(engine, token, options, () =>
      followImport(options.json === true, (signal) => client.datasets.import(input, { signal })),
    );
    const faces = options.findFaces ? await facesOf(engine, report.dataset, options) : null;
    const quick = { id: report.dataset.id, near: null };
    const { audit } = await followStream({
      unit: '%',
      of: `Audit of "${name}"`,
      json: options.json === true,
      start: (signal) => client.datasets.audit(quick, { signal }),
      cancelled: `"${name}" is imported; its audit was cancelled.`,
    });
    return { report, faces, audit };
  });
  if (options.json) printJson({ ...report, ...(faces && { faces }), audit });
  else {
    const found = faces === null ? '' : describeFaces(faces, options);
    print(describeReport(report) + found + describeDefects({ ...audit, faces: null }, report.dataset.name));
  }
}

/** The faces in what was imported; nothing stays imported where one of the choices is to fail. */
async function facesOf(
  engine: Engine,
  { id, name }: { readonly id: number; readonly name: string },
  options: ImportOptions,
): Promise<FacesFound> {
  const cancelled = `"${name}" is imported; the search for faces was cancelled, and no eyes are marked.`;
  try {
    return await findFacesIn(engine, { id, name }, { ...options, cancelled });
  } catch (error) {
    if (error instanceof Failure) await engine.client.datasets.delete({ id });
    throw error;
  }
}

/** eigenbench import --preview: how names and arrays would be read. */
async function previewCommand(path: string, options: ImportOptions): Promise<void> {
  const preview = await withScratchEngine(options, (engine) => {
    const token = engine.grant(resolve(path));
    return withPatterns(engine, token, options, () =>
      engine.client.datasets.previewImport({ token, recipe: recipeOf(options) }),
    );
  });
  if (options.json) printJson(preview);
  else print(describePreview(preview));
}

/** eigenbench import --shapes: what shapes stacked pixels may have; nothing is imported. */
async function shapesCommand(path: string, out: string, options: ImportOptions): Promise<void> {
  const choices = await withScratchEngine(options, ({ client, grant }) =>
    client.datasets.shapeChoices({ token: grant(resolve(path)), recipe: recipeOf(options) }),
  );
  tellWritten(out, (await writeShapes(choices, out)).trimEnd());
}

/** Where no naming tells the subjects of a folder, the failure goes on with the patterns that would. */
async function withPatterns<T>(
  { client }: Engine,
  token: string,
  options: ImportOptions,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (options.pattern !== undefined || options.layout !== undefined || !isUnnamed(error)) throw error;
    const recipe = recipeOf(options);
    const patterns = await client.datasets.suggestPatterns({ token, recipe }).catch(() => []);
    if (patterns.length === 0) throw error;
    throw new Failure([`${explain(error)} To start from:`, ...patterns.map(describePattern)].join('\n'));
  }
}

/** The options that say how to read the source. */
function recipeOf(options: ImportRecipe): ImportRecipe {
  const known = Object.keys(importRecipeSchema.shape) as (keyof ImportRecipe)[];
  return Object.fromEntries(known.map((key) => [key, options[key]]));
}
