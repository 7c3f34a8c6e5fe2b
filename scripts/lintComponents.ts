/**
 * The rules that ask for types, on the scripts of components. ESLint's own way makes the whole page anew for each of
 * them, 1.6 s of the processor each and 330 for all; here they are modules of one program, and everything around a
 * script is blank, so that lines stay what they are. Exit code 1 where a rule is broken.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
// @ts-expect-error It is plain JavaScript.
import { typedRules } from '../eslint.config.js';

const { config } = ts.readConfigFile('tsconfig.web.json', (path) => ts.sys.readFile(path));
const extra = { extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred };
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.', undefined, undefined, undefined, [
  extra,
]);
const components = fileNames.filter((name) => name.endsWith('.vue'));
const scripts = new Map(components.map((name) => [`${name}.ts`, scriptOf(readFileSync(name, 'utf8'))]));

/** The text with blanks in place of everything but what is in its scripts. */
function scriptOf(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\r\n]/g, ' ');
  let [script, at] = ['', 0];
  for (const { 1: open, 2: body, index } of text.matchAll(/^(<script\b[^>]*>)([^]*?)^<\/script>/gm)) {
    script += blank(text.slice(at, index + open.length)) + body;
    at = index + open.length + body.length;
  }
  return script + blank(text.slice(at));
}

const host = ts.createCompilerHost(options);
const { readFile } = host;
host.fileExists = (name) => scripts.has(name) || existsSync(name);
host.readFile = (name) => scripts.get(name) ?? readFile(name);
host.getSourceFile = (name, target) => {
  const text = host.readFile(name);
  return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
};
const names = fileNames.map((name) => (name.endsWith('.vue') ? `${name}.ts` : name));
const program = ts.createProgram(names, { ...options, incremental: false, composite: false, noEmit: true }, host);

// Its declaration has no second parameter.
const parse = tseslint.parser.parseForESLint as (text: string, parserOptions: object) => unknown;

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.vue.ts'],
      languageOptions: {
        // As an option a program would be copied.
        parser: {
          meta: { name: 'typescript-eslint/parser' },
          parseForESLint: (text: string, own?: object) => parse(text, { ...own, programs: [program] }),
        },
      },
      plugins: { '@typescript-eslint': tseslint.plugin },
      linterOptions: { reportUnusedDisableDirectives: false },
      rules: typedRules,
    },
  ] as never,
});

let broken = 0;
for (const [name, text] of scripts) {
  const [{ messages }] = await eslint.lintText(text, { filePath: name });
  for (const { line, column, message, ruleId } of messages) {
    broken++;
    const place = relative('.', name.slice(0, -'.ts'.length));
    process.stdout.write(`${place}:${line}:${column}  ${message}  ${ruleId ?? ''}\n`);
  }
}
if (scripts.size === 0) throw new Error('Expected the components of the page, found none.');
process.exitCode = broken > 0 ? 1 : 0;
