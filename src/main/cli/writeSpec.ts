/** Specs as files, which editors complete and check: the schema lies beside them, and they name it. */
import { dirname, join } from 'node:path';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

/** Writes a spec and, in the same folder, its schema. Throws Failure with one sentence. */
export async function writeSpec(path: string, spec: StudySpec): Promise<void> {
  const { SCHEMA_FILE } = await import('../../core/study/spec/jsonSchema.ts');
  await writeSchema(join(dirname(path), SCHEMA_FILE));
  await writeFileAtomic(path, `${JSON.stringify({ $schema: `./${SCHEMA_FILE}`, ...spec }, null, 2)}\n`);
}

/** Writes the schema. Throws Failure with one sentence. */
export async function writeSchema(path: string): Promise<void> {
  const { schemaText } = await import('../../core/study/spec/jsonSchema.ts');
  await writeFileAtomic(path, schemaText());
}
