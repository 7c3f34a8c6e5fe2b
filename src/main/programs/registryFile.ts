/**
 * The methods from outside that the user has registered: in a file of their own data folder, never in a workspace or a
 * spec, so that opening somebody else's file starts nothing.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { declarationSchema } from '../../core/methods/outside/declaration.ts';
import { dataFolder } from '../dataFolder.ts';
import { helloSchema } from './programAnswers.ts';

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

/** Throws Error with one sentence where the file is not one of ours. */
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

/** Written beside and renamed: readers see the old file or the new one. */
export function writeRegistry(methods: readonly RegisteredMethod[], path = registryPath()): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  const text = JSON.stringify({ format: 'eigenbench-methods', methods }, null, 2);
  writeFileSync(beside, `${text}\n`, { mode: 0o600 });
  renameSync(beside, path);
}
