import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { importRecipeSchema, type ImportRecipe } from '../../../core/contract/importRecipe.ts';
import { Failure } from '../errors.ts';
import { describeDefects } from './audit.ts';
import { describeReport, followImport } from './followImport.ts';
import { followStream } from './followStream.ts';
import { describePreview } from './importPreview.ts';
import { writeShapes } from './importShapes.ts';
import { withNewEngine, withScratchEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, printJson } from '../terminal.ts';

interface ImportOptions extends WorkspaceOptions, ImportRecipe {
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
  const { report, audit } = await withNewEngine(options, async ({ client, grant }) => {
    const token = grant(source);
    const name = options.name ?? (basename(source, extname(source)) || 'dataset');
    const input = { token, name, size: options.size ?? null, recipe: recipeOf(options) };
    const report = await followImport(options.json === true, (signal) => client.datasets.import(input, { signal }));
    const quick = { id: report.dataset.id, near: null };
    const { audit } = await followStream({
      unit: '%',
      json: options.json === true,
      start: (signal) => client.datasets.audit(quick, { signal }),
      cancelled: `"${name}" is imported; its audit was cancelled.`,
    });
    return { report, audit };
  });
  if (options.json) printJson({ ...report, audit });
  else print(describeReport(report) + describeDefects(audit, report.dataset.name));
}

/** eigenbench import --preview: how names and arrays would be read. */
async function previewCommand(path: string, options: ImportOptions): Promise<void> {
  const preview = await withScratchEngine(options, ({ client, grant }) =>
    client.datasets.previewImport({ token: grant(resolve(path)), recipe: recipeOf(options) }),
  );
  if (options.json) printJson(preview);
  else print(describePreview(preview));
}

/** eigenbench import --shapes: what shapes stacked pixels may have; nothing is imported. */
async function shapesCommand(path: string, out: string, options: ImportOptions): Promise<void> {
  const choices = await withScratchEngine(options, ({ client, grant }) =>
    client.datasets.shapeChoices({ token: grant(resolve(path)), recipe: recipeOf(options) }),
  );
  print(await writeShapes(choices, out));
}

/** The options that say how to read the source. */
function recipeOf(options: ImportRecipe): ImportRecipe {
  const known = Object.keys(importRecipeSchema.shape) as (keyof ImportRecipe)[];
  return Object.fromEntries(known.map((key) => [key, options[key]]));
}
