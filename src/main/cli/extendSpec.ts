/** Specs that start from another one: a preset by its name, or a file. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packageRoot } from '../packageRoot.ts';
import { UsageError } from './errors.ts';
import { parseText } from './specText.ts';

/** Specs that start from specs, at most. */
const DEEPEST = 10;

/**
 * The fields of a spec over those of what it extends. A value that is no object is
 * answered as it is. Throws UsageError for a preset or file that is not there, and for a circle.
 */
export async function extendSpec(path: string, json: unknown, depth = 0): Promise<unknown> {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const { extends: base, ...own } = json as Record<string, unknown>;
  if (base === undefined) return own;
  if (typeof base !== 'string') throw new UsageError(`${path}: extends must be the name of a preset or a file.`);
  if (depth >= DEEPEST) throw new UsageError(`${path}: extends leads in a circle.`);
  const file = baseFile(path, base);
  const from = await extendSpec(file, await parseText(file, await readFile(file, 'utf8')), depth + 1);
  return { ...(from as object), ...own };
}

function baseFile(path: string, base: string): string {
  const folder = join(packageRoot(), 'resources', 'studies');
  const presets = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, '')) : [];
  if (presets.includes(base)) return join(folder, `${base}.json`);
  const file = resolve(dirname(path), base);
  if (existsSync(file)) return file;
  throw new UsageError(
    `${path}: extends names no file and no preset "${base}"; the presets are ${presets.join(', ')}.`,
  );
}
