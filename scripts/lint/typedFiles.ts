/** Looks at what has changed by the rules that ask for types, and remembers what is good. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
// @ts-expect-error It is plain JavaScript.
import { typedRules, typedRulesOfTests } from '../../eslint.config.js';
import { keysOf } from './knownGood.ts';
import { typedFindings, type TypedFinding } from './typedFindings.ts';

/** Good keys that are kept of a file: of some branches between which one goes back and forth. */
const KEPT = 4;

const part = (path: string): 'page' | 'node' => (/^(src|test)\/renderer\//.test(path) ? 'page' : 'node');
const configurations = { page: 'tsconfig.webtest.json', node: 'tsconfig.node.json' };
/** Projects whose declarations the check of types writes, with the file that says of which texts. */
const declared = [
  { folder: 'src/core/', types: '.cache/types/core', written: '.cache/core.tsbuildinfo' },
  { folder: 'src/renderer/', types: '.cache/types/renderer', written: '.cache/web.tsbuildinfo' },
];
/** The rules of listeners in tests are looser, but for the one file that waits. */
const rulesOf = (path: string) =>
  path.startsWith('test/') && path !== 'test/support/eventually.ts' ? typedRulesOfTests : typedRules;

export interface TypedLint {
  readonly looked: number;
  readonly known: number;
  readonly findings: readonly TypedFinding[];
}

/** Looks at the modules and components of a working copy; those that are known to be good are passed over. */
export async function lintTyped(root: string, cache = join(root, '.cache/lint-types.json')): Promise<TypedLint> {
  const at = (path: string): string => join(root, path);
  const readOrNone = (path: string): string | undefined => {
    try {
      return readFileSync(at(path), 'utf8');
    } catch {
      return undefined;
    }
  };
  const glob = (...patterns: string[]): string[] =>
    globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const paths = glob('{src,test,scripts}/**/*.{ts,vue}')
    .filter((path) => !path.includes('/assembly/'))
    .sort();
  const globals = paths.filter((path) => path.endsWith('.d.ts'));
  const settings = glob('tsconfig*.json', 'package-lock.json', 'eslint.config.js', 'scripts/lint/*').sort();
  const common = hash([...settings, ...globals].map((path) => `${path}\n${readOrNone(path)}`).join('\n'));
  const projects = declared.map((project) => ({ ...project, versions: versionsOf(at(project.written)) }));
  const shapeOf = (path: string): string => {
    const text = readOrNone(path) ?? '';
    const project = projects.find(({ folder }) => path.startsWith(folder));
    if (project?.versions.get(resolve(at(path))) !== createHash('sha256').update(text).digest('hex')) return text;
    return readOrNone(join(project.types, path.slice(project.folder.length).replace(/(\.ts)?$/, '.d.ts'))) ?? text;
  };
  const keys = keysOf(paths, { read: readOrNone, shapeOf, common });

  const good = readGood(cache);
  const isGood = (path: string): boolean => good[path]?.includes(keys.get(path)!) === true;
  const changed = paths.filter((path) => !isGood(path));
  const findings: TypedFinding[] = [];
  for (const which of ['node', 'page'] as const) {
    const own = changed.filter((path) => part(path) === which);
    if (own.length === 0) continue;
    const options = optionsOf(at(configurations[which]));
    const names = new Map(own.map((path) => [resolve(at(path)), path]));
    const others = globals.filter((path) => part(path) === which && !own.includes(path)).map((path) => at(path));
    const rules = (name: string) => rulesOf(names.get(name)!);
    const found = await typedFindings([...names.keys()], others, options, rules, resolve(root));
    for (const [name, list] of found) {
      const path = names.get(name)!;
      findings.push(...list.map((finding) => ({ ...finding, path })));
      if (list.length === 0) good[path] = [keys.get(path)!, ...(good[path] ?? [])].slice(0, KEPT);
    }
  }
  const kept = Object.fromEntries(paths.filter((path) => good[path]).map((path) => [path, good[path]]));
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(kept));
  return { looked: changed.length, known: paths.length - changed.length, findings };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

const buildInfoSchema = z.object({
  fileNames: z.array(z.string()),
  fileInfos: z.array(z.union([z.string(), z.object({ version: z.string() })])),
});

/** The SHA-256 of the texts of which declarations were written, by absolute paths; of none where that is not known. */
function versionsOf(buildInfo: string): ReadonlyMap<string, string> {
  try {
    const { fileNames, fileInfos } = buildInfoSchema.parse(JSON.parse(readFileSync(buildInfo, 'utf8')));
    const versions = fileInfos.map((info) => (typeof info === 'string' ? info : info.version));
    return new Map(fileNames.map((name, i) => [resolve(dirname(buildInfo), name), versions[i]]));
  } catch {
    return new Map();
  }
}

function optionsOf(file: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, dirname(file)).options;
}

const goodSchema = z.record(z.string(), z.array(z.string()));

function readGood(cache: string): Record<string, string[]> {
  try {
    return goodSchema.parse(JSON.parse(readFileSync(cache, 'utf8')));
  } catch {
    // Nothing is known.
    return {};
  }
}
