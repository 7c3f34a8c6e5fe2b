import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure, UsageError } from '../errors.ts';
import { readJson } from '../files/textFile.ts';
import { DESCRIPTION, shardJobSchema } from './job.ts';

const descriptionSchema = z.strictObject({
  format: z.literal(1),
  engine: z.string(),
  /** File of the engine; null: standard output. */
  file: z.string().nullable(),
  job: shardJobSchema,
});

/** The description that `eigenbench shards` wrote with the parts. */
export type ShardDescription = z.infer<typeof descriptionSchema>;

/** Maximum bytes of a description. */
const MOST = 2 ** 20;

/**
 * Reads the description of the parts in a folder. Throws UsageError if there is none, Failure with the field if it is
 * invalid.
 */
export async function readShards(folder: string): Promise<ShardDescription> {
  const path = join(resolve(folder), DESCRIPTION);
  if (!statSync(path, { throwIfNoEntry: false })) {
    throw new UsageError(`${folder}: expected a folder that "eigenbench shards" wrote; it has no ${DESCRIPTION}.`);
  }
  const parsed = descriptionSchema.safeParse(await readJson(path, MOST));
  if (parsed.success) return parsed.data;
  const [{ path: field, message }] = parsed.error.issues;
  throw new Failure(`${path}: ${field.join('.') || 'the description'}: ${message}.`);
}
