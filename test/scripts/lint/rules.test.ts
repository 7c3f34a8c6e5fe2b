/** Every rule of eslint.config.js that oxlint is to hold is broken once, and found: none is lost on the way. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import config from '../../../config/oxlint.config.ts';
import { isInstalled, lint } from '../../../scripts/lint/linter.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** A text that breaks a rule, by the path at which it does, if that matters. */
const broken: Record<string, string | { readonly path: string; readonly text: string }> = {
  'no-var': 'export var a = 1;',
  'prefer-const': 'let a = 1;\nexport { a };',
  'prefer-rest-params': 'export function f() {\n  return arguments;\n}',
  'prefer-spread': 'export const f = (g: (...x: number[]) => number, x: number[]) => g.apply(undefined, x);',
  'ban-ts-comment': '// @ts-ignore\nexport const a = 1;',
  'no-array-constructor': 'export const a = new Array(1, 2);',
  'no-duplicate-enum-values': 'export enum A {\n  b = 1,\n  c = 1,\n}',
  'no-empty-object-type': 'export type A = {};',
  'no-explicit-any': 'export const a: any = 1;',
  'no-extra-non-null-assertion': 'export const f = (a: string | null) => a!!.length;',
  'no-misused-new': 'export interface A {\n  new (): A;\n}',
  'no-namespace': 'export namespace A {\n  export const b = 1;\n}',
  'no-non-null-asserted-optional-chain': 'export const f = (a?: string) => a?.length!;',
  'no-require-imports': "export const a = require('node:fs');",
  'no-this-alias': 'export function f(this: object) {\n  const self = this;\n  return self;\n}',
  'no-unnecessary-type-constraint': 'export const f = <T extends unknown>(a: T) => a;',
  'no-unsafe-declaration-merging': 'export interface A {\n  b: string;\n}\nexport class A {}',
  'no-unsafe-function-type': 'export const f = (g: Function) => g;',
  'no-unused-expressions': 'export const a = 1;\na + 1;',
  'no-unused-vars': 'export function f(a: number) {}',
  'no-wrapper-object-types': "export const a: String = '';",
  'prefer-as-const': "export const a = 'b' as 'b';",
  'prefer-namespace-keyword': 'export declare module A {\n  const b: number;\n}',
  'triple-slash-reference': '/// <reference path="./other.ts" />\nexport const a = 1;',
  'max-len': `// ${'wide '.repeat(24)}\nexport const a = 1;`,
  order: "import { join } from './join.ts';\nimport { sep } from 'node:path';\nexport const a = join(sep);",
  'no-duplicates': "import { a } from './a.ts';\nimport { b } from './a.ts';\nexport const c = a + b;",
  first: "export const a = 1;\nimport { b } from './b.ts';\nexport const c = b;",
  eqeqeq: 'export const f = (a: number) => a == 1;',
  'no-constant-condition': 'export const f = () => (true ? 1 : 2);',
  'no-unreachable': 'export function f() {\n  return 1;\n  f();\n}',
  'no-fallthrough':
    'export function f(a: number) {\n  switch (a) {\n    case 1:\n      f(2);\n    case 2:\n      f(3);\n  }\n}',
  'no-cond-assign': 'export function f(a: number) {\n  if ((a = 1, a = 2)) f(a);\n  if (a = 2) f(a);\n}',
  'no-sparse-arrays': 'export const a = [1, , 2];',
  'no-useless-escape': "export const a = '\\a';",
  'no-loss-of-precision': 'export const a = 9007199254740993;',
  'no-self-assign': 'export function f(a: number) {\n  a = a;\n}',
  'no-self-compare': 'export const f = (a: number) => a === a;',
  'no-eval': "eval('1');",
  'no-implied-eval': "setTimeout('f()', 1);",
  'no-new-func': "export const f = new Function('return 1');",
  'consistent-type-imports': "import { A } from './a.ts';\nexport const f = (a: A) => a;",
  'no-floating-promises': 'async function f() {}\nf();',
  'no-misused-promises': 'export const f = (a: Promise<number>) => (a ? 1 : 2);',
  'no-restricted-properties': { path: 'test/a.ts', text: "import { vi } from 'vitest';\nvoid vi.waitFor(() => 1);" },
  'no-restricted-imports': { path: 'src/core/a.ts', text: "import { sep } from 'node:path';\nexport const a = sep;" },
  'no-console': { path: 'src/core/b.ts', text: 'console.log(1);' },
};

/** The last part of a name: plug-ins are called differently. */
const last = (rule: string): string => /([\w-]+)\)?$/.exec(rule)![1];

describe('oxlint', skipWhen(!isInstalled(), 'oxlint is not installed: npm run check does it'), () => {
  it('finds what breaks each rule that ESLint has for modules', () => {
    const root = temporaryFolder();
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const options = { target: 'ES2024', module: 'ESNext', moduleResolution: 'bundler', strict: true, noEmit: true };
    write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, types: [] } }));
    const rules = fileURLToPath(new URL('../../../config/oxlint.config.ts', import.meta.url));
    write('oxlint.config.ts', `export { default } from ${JSON.stringify(rules)};\n`);
    const paths = Object.entries(broken).map(([rule, planted]) => {
      const { path, text } = typeof planted === 'string' ? { path: `src/${rule}.ts`, text: planted } : planted;
      write(path, `${text}\n`);
      return { rule, path };
    });
    const findings = lint(root, ['src', 'test'], []);
    const found = new Set(findings.map(({ path, rule }) => `${path} ${last(rule)}`));
    expect(paths.filter(({ rule, path }) => !found.has(`${path} ${rule}`))).toEqual([]);

    const on = config.overrides.flatMap((entry) =>
      Object.entries(entry.rules).flatMap(([rule, setting]) => ([setting].flat()[0] === 'off' ? [] : [last(rule)])),
    );
    expect([...new Set(on)].sort()).toEqual(Object.keys(broken).sort());
  });
});
