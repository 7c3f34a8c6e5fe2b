/** Cache of machine measurements, as JSON in the user's data folder. */
import { readFileSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { dirname } from 'node:path';
import type { ZodType } from 'zod';
import { privateFolder } from './disk/folders.ts';
import { OWN_FILE } from './disk/privateFile.ts';
import { writeFile } from './disk/writeFile.ts';

/** Key of this machine: machines may share the file. */
export function thisMachine(): string {
  return `${hostname()}, ${cpus()[0]?.model ?? ''}`;
}

/** Cached values by machine; empty if the file is missing or invalid, and then replaced by the next measurement. */
export function readMeasurements<T>(file: string, schema: ZodType<Record<string, T>>): Readonly<Record<string, T>> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Replaces the file atomically. If the folder is read-only, the next process measures again. */
export function storeMeasurements(file: string, values: Readonly<Record<string, unknown>>): void {
  try {
    privateFolder(dirname(file));
    writeFile(file, `${JSON.stringify(values, null, 1)}\n`, { mode: OWN_FILE });
  } catch {
    // See above.
  }
}
