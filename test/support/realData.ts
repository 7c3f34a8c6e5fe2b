/**
 * Public benchmark data, which is not part of the repository: the folder that EIGENBENCH_DATA names, or
 * `../shared/data` as seen from the repository. Only reproductions of published figures need it.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { skipWhen } from './skips.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = resolve(repository, process.env['EIGENBENCH_DATA'] || '../shared/data');

/** The path of a set or file of the benchmark data, whether it is there or not. */
export function realData(name = ''): string {
  return resolve(folder, name);
}

export function hasRealData(...names: readonly string[]): boolean {
  return names.every((name) => existsSync(realData(name)));
}

/** Options of a test or suite that is skipped, with the reason, where one of these sets or files is missing. */
export function needsRealData(...names: readonly string[]): ReturnType<typeof skipWhen> {
  const missing = names.filter((name) => !hasRealData(name));
  return skipWhen(missing.length > 0, `no real data: ${missing.join(', ')} (EIGENBENCH_DATA)`);
}
