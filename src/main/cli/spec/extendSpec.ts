/** Specs that start from another one: a preset by its name, or a file. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../import/decode/readLimited.ts';
import { packageRoot } from '../../packageRoot.ts';
import { UsageError } from '../errors.ts';
import { readSpecText } from './specText.ts';

/** Specs that start from specs, at most. */
const DEEPEST = 10;

export interface BaseOptions {
  /** Lets `extends` lead out of the folder of the spec: whoever wrote the spec can then ask which files there are. */
  readonly baseAnywhere?: boolean | undefined;
}

/**
 * The fields of a spec over those of what it extends: a preset, or a file below the folder of the spec. A value that is
 * no object is answered as it is. Throws UsageError for a preset or file that is not there, or elsewhere, and for a
 * circle.
 */
export function extendSpec(path: string, json: unknown, { baseAnywhere }: BaseOptions): Promise<unknown> {
  return extended(path, json, baseAnywhere ? null : dirname(resolve(path)), 0);
}

/** `root`: the folder that files may lie in; null: any. */
async function extended(path: string, json: unknown, root: string | null, depth: number): Promise<unknown> {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const { extends: base, ...own } = json as Record<string, unknown>;
  if (base === undefined) return own;
  if (typeof base !== 'string') throw new UsageError(`${path}: extends must be the name of a preset or a file.`);
  if (depth >= DEEPEST) throw new UsageError(`${path}: extends leads in a circle.`);
  const file = baseFile(path, base, root);
  const from = await extended(file, await readSpecText(file), root, depth + 1);
  return { ...(from as object), ...own };
}

function baseFile(path: string, base: string, root: string | null): string {
  const folder = join(packageRoot(), 'resources', 'studies');
  const presets = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, '')) : [];
  if (presets.includes(base)) return join(folder, `${base}.json`);
  const file = resolve(dirname(path), base);
  const elsewhere = new UsageError(
    `${path}: extends "${base}" leads out of the folder of the spec; --base-anywhere allows that.`,
  );
  // What lies elsewhere is not even looked for.
  if (root !== null && !isWithin(file, [root])) throw elsewhere;
  if (existsSync(file)) {
    if (root !== null && !isWithin(realpathSync(file), [realpathSync(root)])) throw elsewhere;
    return file;
  }
  throw new UsageError(
    `${path}: extends names no file and no preset "${base}"; the presets are ${presets.join(', ')}.`,
  );
}
