import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { ImportRecipe } from '../../../../core/images/importRecipe.ts';
import type { Engine } from '../../../engine/engine.ts';
import { explain, Failure } from '../../errors.ts';
import { describeDefects } from './audit.ts';
import { describeFaces, findFacesIn, type FaceChoices, type FacesFound } from './findFaces.ts';
import { describeReport, followImport } from './followImport.ts';
import { followStream } from '../followStream.ts';
import { describePattern, describePreview, isUnnamed } from './importPreview.ts';
import { reportWritten } from '../../files/writeOut.ts';
import { writeShapes } from './importShapes.ts';
import { withNewEngine, withScratchEngine } from '../../workspace.ts';
import { print, printJson } from '../../terminal.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareImport } from '../../declarations/datasetCommands.ts';

/** eigenbench import: one dataset from a folder or file; unreadable files are reported, the rest is imported. */
export async function importCommand(path: string, options: OptionsOf<typeof declareImport>): Promise<void> {
  const { shapes, preview, name: asked, size = null, json, workspace, ...rest } = options;
  const { findFaces, withoutFace, several, doubtful, ...recipe } = rest;
  const source: Source = { path: resolve(path), recipe: recipe satisfies Only<ImportRecipe, typeof recipe>, workspace };
  if (shapes !== undefined) return shapesCommand(source, shapes);
  if (preview) return previewCommand(source, json);
  if (!existsSync(source.path)) throw new Failure(`${source.path}: there is no such file or folder.`);
  const choices: FaceChoices = { withoutFace, several, doubtful };
  const { report, faces, audit } = await withNewEngine({ workspace }, async (engine) => {
    const { client } = engine;
    const token = engine.grant(source.path);
    const name = asked ?? (basename(source.path, extname(source.path)) || 'dataset');
    const input = { token, name, size, recipe };
    const report = await withPatterns(engine, token, recipe, () =>
      followImport(json === true, (signal) => client.datasets.import(input, { signal })),
    );
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
    const found = faces === null ? '' : describeFaces(faces, choices);
    print(describeReport(report) + found + describeDefects({ ...audit, faces: null }, report.dataset.name));
  }
}

interface Source {
  readonly path: string;
  readonly recipe: ImportRecipe;
  readonly workspace: string | undefined;
}

/** The faces in what was imported; nothing stays imported where one of the choices is to fail. */
async function facesOf(
  engine: Engine,
  { id, name }: { readonly id: number; readonly name: string },
  search: FaceChoices & { readonly json: true | undefined },
): Promise<FacesFound> {
  const cancelled = `"${name}" is imported; the search for faces was cancelled, and no eyes are marked.`;
  try {
    return await findFacesIn(engine, { id, name }, { ...search, cancelled });
  } catch (error) {
    if (error instanceof Failure) await engine.client.datasets.delete({ id });
    throw error;
  }
}

/** eigenbench import --preview: how names and arrays would be read. */
async function previewCommand({ path, recipe, workspace }: Source, json: true | undefined): Promise<void> {
  const preview = await withScratchEngine({ workspace }, (engine) => {
    const token = engine.grant(path);
    return withPatterns(engine, token, recipe, () => engine.client.datasets.previewImport({ token, recipe }));
  });
  if (json) printJson(preview);
  else print(describePreview(preview));
}

/** eigenbench import --shapes: what shapes stacked pixels may have; nothing is imported. */
async function shapesCommand({ path, recipe, workspace }: Source, out: string): Promise<void> {
  const choices = await withScratchEngine({ workspace }, ({ client, grant }) =>
    client.datasets.shapeChoices({ token: grant(path), recipe }),
  );
  reportWritten(out, (await writeShapes(choices, out)).trimEnd());
}

/** Where no naming tells the subjects of a folder, the failure goes on with the patterns that would. */
async function withPatterns<T>(
  { client }: Engine,
  token: string,
  recipe: ImportRecipe,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (recipe.pattern !== undefined || recipe.layout !== undefined || !isUnnamed(error)) throw error;
    const patterns = await client.datasets.suggestPatterns({ token, recipe }).catch(() => []);
    if (patterns.length === 0) throw error;
    throw new Failure([`${explain(error)} To start from:`, ...patterns.map(describePattern)].join('\n'));
  }
}
