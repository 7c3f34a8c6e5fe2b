/** Programs as methods for tests: small ones for Node, written on the spot. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseDeclaration } from '../../../src/core/methods/external/declaration.ts';
import { externalMethod } from '../../../src/core/methods/external/externalMethod.ts';
import type { Method } from '../../../src/core/methods/method.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { functionsOf } from '../../../src/main/external/loadRegistered.ts';

export const sdk = join(import.meta.dirname, '../../../sdk');

/** A declaration with these fields changed. */
export function declared(fields: object = {}): object {
  return {
    eigenbench: 1,
    id: 'own',
    title: 'Own',
    fullName: 'a method of a test',
    description: 'For tests.',
    formula: 'z = x',
    citation: { key: 'own', type: 'article', authors: ['A'], title: 'T', venue: 'V', year: 2026 },
    latentNames: ['q'],
    command: [process.execPath, 'method.mjs'],
    ...fields,
  };
}

/** Writes the folder of a program for Node: `body` has its functions and the call of serve. */
export function writeProgram(folder: string, body: string, fields: object = {}): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(sdk, 'node/eigenbench-method.mjs'), join(folder, 'eigenbench-method.mjs'));
  writeFileSync(join(folder, 'method.json'), JSON.stringify(declared(fields)));
  writeFileSync(join(folder, 'method.mjs'), `import { serve } from './eigenbench-method.mjs';\n${body}\n`);
  return folder;
}

/** The first q pixels as codes: what a sound program answers. */
export const FIRST_PIXELS = `
const fit = ({ images }, [q]) => ({ q: { shape: [1], data: Float64Array.of(q) } });
const encode = ({ q: { data: [q] } }, images) => {
  const [count, rows, cols] = images.shape;
  const codes = new Float64Array(count * q);
  for (let n = 0; n < count; n++) for (let i = 0; i < q; i++) codes[n * q + i] = images.data[n * rows * cols + i];
  return { shape: [count, q], data: codes };
};`;

/** The method in a folder, started when it is first used and ended with the test. */
export function methodIn(folder: string): Method {
  const { method, close } = openMethod(folder);
  onTestFinished(close);
  return method;
}

/** The method in a folder, until it is closed. */
export function openMethod(folder: string): { readonly method: Method; readonly close: () => void } {
  const declaration = parseDeclaration(JSON.parse(readFileSync(join(folder, 'method.json'), 'utf8')));
  const functions = functionsOf(declaration, folder, null, () => undefined);
  const method = externalMethod(declaration, '0'.repeat(16), { functions });
  return { method, close: () => void functions.close?.() };
}

/** The folder of an SDK or an example, with other files beside it and fields of its method.json changed. */
export function copied(from: string, folder: string, files: readonly string[] = [], fields: object = {}): string {
  mkdirSync(folder, { recursive: true });
  const own = readdirSync(join(sdk, from)).map((name) => join(sdk, from, name));
  for (const file of [...own, ...files.map((name) => join(sdk, name))]) {
    copyFileSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
  }
  const at = join(folder, 'method.json');
  writeFileSync(at, JSON.stringify({ ...JSON.parse(readFileSync(at, 'utf8')), ...fields }));
  return folder;
}

export const faces = generateFaces({ subjects: 6, perSubject: 5, rows: 14, cols: 12 });
export const training = { images: faces.images, labels: faces.labels };
export const context = () => ({ random: stream('test'), checkCancelled: () => undefined });
