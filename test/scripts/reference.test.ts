import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classifiers } from '../../src/core/classify/classifiers/registry.ts';
import { methods } from '../../src/core/methods/registry.ts';
import { referencePages } from '../../scripts/reference/pages.ts';

const folder = join(import.meta.dirname, '../../docs/reference');
const pages = referencePages();

describe('the reference', () => {
  it.each([...pages])('page %s is that of the declarations; `npm run docs:reference` writes it', (name, text) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });

  it('has no page without declarations', () => {
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  });

  it('names every method and classifier', () => {
    for (const { id } of methods) expect(pages.get('methods.md')).toContain(`\`${id}\``);
    for (const { kind } of classifiers) expect(pages.get('classifiers.md')).toContain(`"kind": "${kind}"`);
  });
});
