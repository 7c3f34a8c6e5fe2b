/**
 * Registry of external methods: a file in the user's data folder, never part of a workspace or a spec. Therefore
 * opening another user's file starts no program.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { declarationSchema } from '../../core/methods/external/declaration.ts';
import { dataFolder } from '../dataFolder.ts';
import { createPrivate, OWN_FILE } from '../disk/privateFile.ts';
import { writeFile } from '../disk/writeFile.ts';
import { helloSchema } from './programReplies.ts';

const entrySchema = z.strictObject({
  folder: z.string().min(1),
  /** SHA-256 of the folder at registration. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Metadata of the folder at registration: while it is unchanged, the folder is not read again. */
  stamp: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  version: z.string().regex(/^[0-9a-f]{16}$/),
  /** The version in studies of earlier releases; absent in entries that such a release wrote. */
  formerVersion: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  hello: helloSchema,
  declaration: declarationSchema,
  added: z.iso.datetime(),
});
export type RegisteredMethod = z.infer<typeof entrySchema>;

const fileSchema = z.strictObject({ format: z.literal('eigenbench-methods'), methods: z.array(entrySchema) });

/** The registry file. */
export function registryPath(): string {
  return process.env['EIGENBENCH_METHODS'] || join(dataFolder(), 'methods.json');
}

/** Throws if the file is not a valid registry. */
export function readRegistry(path = registryPath()): RegisteredMethod[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return fileSchema.parse(JSON.parse(text)).methods;
  } catch (error) {
    const [first] = error instanceof z.ZodError ? error.issues : [];
    const problem = first ? `${first.path.join('.')}: ${first.message}` : 'other than JSON';
    throw new Error(
      `${path}: expected the list of registered methods, found ${problem}. Remove the file to begin again.`,
      {
        cause: error,
      },
    );
  }
}

/** Milliseconds after which a lock counts as left by a killed process: a change takes a few. */
const STALE = 10_000;

/**
 * Changes the list; returns the previous one. An exclusive lock file serialises changes: none is lost, and readers see
 * the old list or the new one. Throws as `readRegistry` does, and Error if another process holds the lock.
 */
export function changeRegistry(
  change: (methods: readonly RegisteredMethod[]) => readonly RegisteredMethod[],
): RegisteredMethod[] {
  const path = registryPath();
  const lock = `${path}.lock`;
  take(lock);
  try {
    const before = readRegistry(path);
    const methods = change(before);
    if (methods.length < before.length || methods.some((entry, i) => entry !== before[i])) {
      writeFile(path, `${JSON.stringify({ format: 'eigenbench-methods', methods }, null, 2)}\n`, { mode: OWN_FILE });
    }
    return before;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Creates the lock file exclusively; waits while another process holds it. */
function take(lock: string): void {
  const since = performance.now();
  for (;;) {
    if (createPrivate(lock)) return;
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > STALE) rmSync(lock, { force: true });
    else if (performance.now() - since > 2 * STALE) {
      throw new Error(`${lock}: another process is changing the list of registered methods. Try again.`);
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}
