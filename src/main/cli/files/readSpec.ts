import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import { specsByDataset } from '../../../core/study/spec/multiDatasetSpec.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { escapedHidden } from '../../../core/text/hiddenCharacters.ts';
import { UsageError } from '../errors.ts';
import { readSpecText, wrongSpec } from './specText.ts';
import { isWithin } from '../../import/decode/readLimited.ts';
import { packageRoot } from '../../packageRoot.ts';
import { writeFile } from '../../disk/writeFile.ts';
import { print } from '../terminal.ts';
import { isStandardOutput, writeOut } from './writeOut.ts';

// Specs that extend a preset or another file.

/** Maximum depth of `extends`. */
const DEEPEST = 10;

export interface BaseOptions {
  /** Lets `extends` leave the folder of the spec. The author of a spec could then probe which files exist. */
  readonly baseAnywhere?: boolean | undefined;
}

/**
 * The fields of a spec over those of the preset, or the file below its folder, that it extends. Values other than
 * objects are returned unchanged. Throws UsageError if the preset or file is missing or elsewhere, and for circular
 * references.
 */
function extendSpec(path: string, json: unknown, { baseAnywhere }: BaseOptions): Promise<unknown> {
  return extended(path, json, baseAnywhere ? null : dirname(resolve(path)), 0);
}

/** `root`: the folder that files must be in; null: any. */
async function extended(path: string, json: unknown, root: string | null, depth: number): Promise<unknown> {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const { extends: base, ...fields } = json as Record<string, unknown>;
  if (base === undefined) return fields;
  if (typeof base !== 'string') throw new UsageError(`${path}: extends must be the name of a preset or a file.`);
  if (depth >= DEEPEST) throw new UsageError(`${path}: extends is circular.`);
  const file = baseFile(path, base, root);
  const from = await extended(file, await readSpecText(file), root, depth + 1);
  return { ...(from as object), ...fields };
}

function baseFile(path: string, base: string, root: string | null): string {
  const folder = join(packageRoot(), 'resources', 'studies');
  const presets = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, '')) : [];
  if (presets.includes(base)) return join(folder, `${base}.json`);
  const file = resolve(dirname(path), base);
  const elsewhere = new UsageError(
    `${path}: extends "${base}" leads out of the folder of the spec; --base-anywhere allows that.`,
  );
  // The existence of a file outside the root is not even checked.
  if (root !== null && !isWithin(file, [root])) throw elsewhere;
  if (existsSync(file)) {
    if (root !== null && !isWithin(realpathSync(file), [realpathSync(root)])) throw elsewhere;
    return file;
  }
  throw new UsageError(
    `${path}: extends names no file and no preset "${base}"; the presets are ${presets.join(', ')}.`,
  );
}

export interface SpecFile {
  readonly spec: StudySpec;
  /** The comparison fields stated in the file itself. */
  readonly comparison: Partial<StudySpec['comparison']>;
}

/** Reads a study spec. Throws UsageError with a sentence per problem, and Failure if the file is missing. */
export async function readSpec(path: string, options: BaseOptions = {}): Promise<StudySpec> {
  return (await readSpecFile(path, options)).spec;
}

/** Like `readSpec`, with the comparison fields stated in the file; an existing study keeps its own for the others. */
export async function readSpecFile(path: string, options: BaseOptions = {}): Promise<SpecFile> {
  const [file, ...others] = await readSpecFiles(path, options);
  if (others.length === 0) return file;
  throw new UsageError(
    `${path}: dataset: expected one dataset here, found ${others.length + 1}; "eigenbench run" takes several.`,
  );
}

/** One study per dataset named in the file. */
export async function readSpecFiles(path: string, options: BaseOptions = {}): Promise<SpecFile[]> {
  const json = await extendSpec(path, await readSpecText(path), options);
  return specsByDataset(json).map((one) => {
    const parsed = parseStudySpec(one);
    if (!parsed.ok) throw wrongSpec(path, parsed.problems);
    const stated = Object.keys((one as { comparison?: object }).comparison ?? {}) as (keyof StudySpec['comparison'])[];
    const { comparison } = parsed.spec;
    return { spec: parsed.spec, comparison: Object.fromEntries(stated.map((name) => [name, comparison[name]])) };
  });
}

// Spec files that editors can complete and validate: they refer to the schema in the same folder.

/** Writes a spec and, in the same folder, its schema; to standard output only the spec. Throws FileError. */
export async function writeSpec(path: string | undefined, spec: Readonly<Record<string, unknown>>): Promise<void> {
  if (path === undefined || isStandardOutput(path)) return print(escapedHidden(specFileText(spec)));
  const { SCHEMA_FILE } = await import('../../../core/study/spec/jsonSchema.ts');
  await writeSchema(join(dirname(path), SCHEMA_FILE));
  writeFile(path, specFileText({ $schema: `./${SCHEMA_FILE}`, ...spec }));
}

/** A spec as JSON with lists of numbers or texts on one line. */
export function specFileText(spec: Readonly<Record<string, unknown>>): string {
  const inOneLine = (list: string): string =>
    `[${(JSON.parse(list) as unknown[]).map((entry) => JSON.stringify(entry)).join(', ')}]`;
  return `${JSON.stringify(spec, null, 2).replaceAll(/\[\n[^[\]{}]*\]/g, inOneLine)}\n`;
}

/** Writes the schema. Throws FileError with one sentence. */
export async function writeSchema(path: string | undefined): Promise<void> {
  const { schemaText } = await import('../../../core/study/spec/jsonSchema.ts');
  writeOut(path, schemaText());
}
