/** Cache of machine measurements, as JSON in the user's data folder. */
import { readFileSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { dirname } from 'node:path';
import type { ZodType } from 'zod';
import { privateFolder } from './disk/folders.ts';
import { OWN_FILE } from './disk/privateFile.ts';
import { writeFile } from './disk/writeFile.ts';

/** This machine, by which files that several machines share keep apart what they say. */
export function thisMachine(): string {
  return `${hostname()}, ${cpus()[0]?.model ?? ''}`;
}

/** What is kept by machine; nothing where the file is not there, or not ours: what is measured now takes its place. */
export function readMeasurements<T>(file: string, schema: ZodType<Record<string, T>>): Readonly<Record<string, T>> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Writes it as a whole. A folder that cannot be written costs another measurement in the next process. */
export function storeMeasurements(file: string, values: Readonly<Record<string, unknown>>): void {
  try {
    privateFolder(dirname(file));
    writeFile(file, `${JSON.stringify(values, null, 1)}\n`, { mode: OWN_FILE });
  } catch {
    // Told above.
  }
}
