/**
 * The methods from outside that the user has registered: in a file of their own data folder, never in a workspace or a
 * spec, so that opening somebody else's file starts nothing.
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
  /** SHA-256 of the folder as it was when the user registered it. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** What the file system said of the folder then: while it says the same, the folder is not read again. */
  stamp: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  version: z.string().regex(/^[0-9a-f]{16}$/),
  hello: helloSchema,
  declaration: declarationSchema,
  added: z.iso.datetime(),
});
export type RegisteredMethod = z.infer<typeof entrySchema>;

const fileSchema = z.strictObject({ format: z.literal('eigenbench-methods'), methods: z.array(entrySchema) });

/** The file of the registered methods. */
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
    const found = first ? `${first.path.join('.')}: ${first.message}` : 'other than JSON';
    throw new Error(
      `${path}: expected the list of registered methods, found ${found}. Remove the file to begin again.`,
      {
        cause: error,
      },
    );
  }
}

/** Milliseconds after which a lock is that of a process that was killed: a change takes a few. */
const STALE = 10_000;

/**
 * Changes the list; answers what stood there. Meanwhile there is a file of a name that only one process can make at a
 * time: nobody's change is lost, and readers see the old list or the new one. Throws as `readRegistry` does, and Error
 * where another process holds the name.
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

/** Makes an empty file of this name, which nobody else has made; waits for one that is being written. */
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
