/** Specs as files, which editors complete and check: the schema lies beside them, and they name it. */
import { dirname, join } from 'node:path';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { writeFile } from '../../disk/writeFile.ts';
import { printJson } from '../terminal.ts';
import { isStandardOutput, writeOut } from '../files/writeOut.ts';

/** Writes a spec and, in the same folder, its schema; to standard output the spec alone. Throws FileError. */
export async function writeSpec(path: string | undefined, spec: StudySpec): Promise<void> {
  if (path === undefined || isStandardOutput(path)) return printJson(spec);
  const { SCHEMA_FILE } = await import('../../../core/study/spec/jsonSchema.ts');
  await writeSchema(join(dirname(path), SCHEMA_FILE));
  writeFile(path, `${JSON.stringify({ $schema: `./${SCHEMA_FILE}`, ...spec }, null, 2)}\n`);
}

/** Writes the schema. Throws FileError with one sentence. */
export async function writeSchema(path: string | undefined): Promise<void> {
  const { schemaText } = await import('../../../core/study/spec/jsonSchema.ts');
  writeOut(path, schemaText());
}
