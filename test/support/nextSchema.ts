/** The schema of a later version: the present one and a step more. */
import { migrations, schemaVersion, type Migration } from '../../src/main/workspace/database/migrations.ts';

export const nextSchema: readonly Migration[] = [
  ...migrations,
  { version: schemaVersion + 1, name: 'a column', sql: 'ALTER TABLE settings ADD COLUMN note TEXT' },
];
