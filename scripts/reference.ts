/**
 * Writes docs/reference/, one page per kind of choice, the manual's index, and the JSON Schema of specs. Tests check
 * that they are up to date.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { internals, manual } from '../src/core/manual/manualPages.ts';
import { indexPage } from './manual/indexPage.ts';
import { SCHEMA_FILE, schemaText } from '../src/core/study/spec/jsonSchema.ts';
import { referencePages } from './reference/pages.ts';

const folder = join(import.meta.dirname, '../docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(join(folder, name), text);
writeFileSync(join(folder, '../README.md'), indexPage([...manual, internals]));
writeFileSync(join(import.meta.dirname, '../resources', SCHEMA_FILE), schemaText());
