/**
 * The rules that ask for types, on modules and on the scripts of components. ESLint's own way makes the whole page anew
 * for each component, 1.6 s of the processor each and 330 for all, and a program per configuration besides; here they
 * are modules of one program, and everything around the script of a component is blank, so that lines stay what they
 * are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { ESLint, type Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

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

const isComponent = (name: string): boolean => name.endsWith('.vue');

/** A program of modules and components, which are modules with another ending. */
function programOf(names: readonly string[], options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  const component = (name: string): string | null =>
    name.endsWith('.vue.ts') && existsSync(name.slice(0, -3)) ? name.slice(0, -3) : null;
  host.fileExists = (name) => component(name) !== null || existsSync(name);
  host.readFile = (name) => {
    const own = component(name);
    return own === null ? readFile(name) : scriptOf(readFileSync(own, 'utf8'));
  };
  host.getSourceFile = (name, target) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
  };
  const modules = names.map((name) => (isComponent(name) ? `${name}.ts` : name));
  const only = { incremental: false, composite: false, noEmit: true, emitDeclarationOnly: false };
  return ts.createProgram(modules, { ...options, ...only, tsBuildInfoFile: undefined }, host);
}

export interface TypedFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly rule: string;
}

/**
 * What the rules find in files of one configuration, by absolute paths; `others` belong to the program and are not
 * looked at, as global types. `cwd` is the absolute path of the working copy.
 */
export async function typedFindings(
  paths: readonly string[],
  others: readonly string[],
  options: ts.CompilerOptions,
  rulesOf: (path: string) => Linter.RulesRecord,
  cwd: string,
): Promise<ReadonlyMap<string, readonly TypedFinding[]>> {
  const program = programOf([...paths, ...others], options);
  // Its declaration has no second parameter.
  const parse = tseslint.parser.parseForESLint as (text: string, parserOptions: object) => unknown;
  const parser = {
    meta: { name: 'typescript-eslint/parser' },
    // As an option a program would be copied.
    parseForESLint: (text: string, own?: object) => parse(text, { ...own, programs: [program] }),
  };
  const eslints = new Map<string, ESLint>();
  const eslintOf = (path: string): ESLint => {
    const rules = rulesOf(path);
    const key = JSON.stringify(rules);
    const known = eslints.get(key);
    if (known) return known;
    const made = new ESLint({
      cwd,
      overrideConfigFile: true,
      overrideConfig: [
        {
          files: ['**/*.ts'],
          languageOptions: { parser },
          plugins: { '@typescript-eslint': tseslint.plugin },
          linterOptions: { reportUnusedDisableDirectives: false },
          rules,
        },
      ] as never,
    });
    eslints.set(key, made);
    return made;
  };
  const found = new Map<string, readonly TypedFinding[]>();
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const [name, source] = isComponent(path) ? [`${path}.ts`, scriptOf(text)] : [path, text];
    const [{ messages }] = await eslintOf(path).lintText(source, { filePath: name });
    found.set(
      path,
      messages.map(({ line, column, message, ruleId }) => ({ path, line, column, message, rule: ruleId ?? '' })),
    );
  }
  return found;
}
