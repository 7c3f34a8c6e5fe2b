/** What the lint remembers as good hides no finding: mistakes planted in one file make a rule fail in another. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importsOf, keysOf } from '../../../scripts/lint/knownGood.ts';
import { lintTyped } from '../../../scripts/lint/typedFiles.ts';

import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { withLinter } from './withLinter.ts';

const options = {
  target: 'ES2022',
  lib: ['ES2022'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: [],
};

const rules = { categories: { correctness: 'off' }, rules: { 'typescript/no-floating-promises': 'error' } };

describe('what asks for types', withLinter, () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const lint = async () => {
    const { looked, findings } = await lintTyped(root);
    return { looked, found: findings.map(({ path, line, rule }) => `${path}:${line} ${/\((.*)\)/.exec(rule)?.[1]}`) };
  };

  beforeEach(() => {
    root = temporaryFolder();
    for (const name of ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.webtest.json']) {
      write(name, JSON.stringify({ compilerOptions: options }));
    }
    write('oxlint.config.ts', `export default ${JSON.stringify(rules)};\n`);
    write('package-lock.json', '{}');
    write('src/core/save.ts', 'export function save(): void {}\n');
    write('src/core/twice.ts', "import { save } from './save.ts';\nexport const twice = () => [save(), save()][0];\n");
    write(
      'src/main/use.ts',
      "import { twice } from '../core/twice.ts';\nexport function use(): void {\n  twice();\n}\n",
    );
    const script = "import { save } from '../core/save.ts';\nconst press = (): void => {\n  save();\n};\n";
    write(
      'src/renderer/Button.vue',
      `<template>\n  <b @click="press" />\n</template>\n<script setup lang="ts">\n${script}</script>\n`,
    );
    write('test/apart.test.ts', 'export const apart = 1;\n');
  });

  it('look at a file again when a type changes that it reaches by another', async () => {
    expect(await lint()).toEqual({ looked: 6, found: [] });
    expect(await lint()).toEqual({ looked: 0, found: [] });
    write('src/core/save.ts', 'export async function save(): Promise<void> {}\n');
    const broken = ['src/main/use.ts:3 no-floating-promises', 'src/renderer/Button.vue:7 no-floating-promises'];
    expect(await lint()).toEqual({ looked: 4, found: broken });
    // What is bad is never remembered.
    expect(await lint()).toEqual({ looked: 2, found: broken });
    write('src/core/save.ts', 'export function save(): void {}\n');
    expect(await lint()).toEqual({ looked: 0, found: [] });
  });

  it('is what the compiler says, too, of what one file does with another', async () => {
    await lint();
    write('src/core/save.ts', 'export const save = (name: string): void => void name;\n');
    const { found } = await lint();
    expect(found).toEqual(['src/core/twice.ts:2 TS2554', 'src/core/twice.ts:2 TS2554']);
  });

  it('look at everything again when rules, versions, settings or global types change', async () => {
    await lint();
    write('package-lock.json', '{ "lockfileVersion": 3 }');
    expect((await lint()).looked).toBe(6);
    write('tsconfig.node.json', JSON.stringify({ compilerOptions: { ...options, strict: false } }));
    expect((await lint()).looked).toBe(6);
    write('src/main/global.d.ts', 'declare function later(): Promise<void>;\n');
    expect((await lint()).looked).toBe(7);
    write('eslint.config.js', 'export default [];');
    expect((await lint()).looked).toBe(7);
  });

  it('take the declarations of a file for its text, unless it was changed since they were written', async () => {
    const declare = (text: string): void => {
      write('src/core/save.ts', text);
      write('.cache/types/core/save.d.ts', 'export declare function save(): void;\n');
      const version = createHash('sha256').update(text).digest('hex');
      write('.cache/core.tsbuildinfo', JSON.stringify({ fileNames: ['../src/core/save.ts'], fileInfos: [version] }));
    };
    declare('export function save(): void {}\n');
    await lint();
    declare('export function save(): void {\n  // Nothing.\n}\n');
    expect(await lint()).toEqual({ looked: 1, found: [] });
    write('src/core/save.ts', 'export async function save(): Promise<void> {}\n');
    expect((await lint()).found).toHaveLength(2);
  });

  it('take a cache that cannot be read for none', async () => {
    await lint();
    expect(JSON.parse(readFileSync(join(root, '.cache/lint-types.json'), 'utf8'))).toHaveProperty('src/main/use.ts');
    write('.cache/lint-types.json', '{ "src');
    expect((await lint()).looked).toBe(6);
  });
});

describe('the key of a file', () => {
  it('follows every kind of import', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from '../b.ts';",
      "export * from './c.ts';",
      "const d = await import('./d.ts');",
      "type E = import('./e.ts').E;",
      "import F from './F.vue';",
      "import { none } from 'vue';",
    ].join('\n');
    expect(importsOf('src/x/y.ts', text)).toEqual([
      'src/x/a.ts',
      'src/b.ts',
      'src/x/c.ts',
      'src/x/d.ts',
      'src/x/e.ts',
      'src/x/F.vue',
    ]);
  });

  it('ends where modules import each other, and knows of modules that are not there', () => {
    const files: Record<string, string> = {
      'a.ts': "import './b.ts';",
      'b.ts': "import './a.ts'; import './none.ts';",
    };
    const key = () =>
      keysOf(['a.ts'], { read: (path) => files[path], shapeOf: (path) => files[path], common: '' }).get('a.ts');
    const before = key();
    expect(key()).toBe(before);
    files['none.ts'] = '';
    expect(key()).not.toBe(before);
  });
});
