/**
 * Lints changed files with typed rules and caches files that pass: modules of Node by the compiler and all rules, the
 * page by typed rules only, because ESLint and vue-tsc check the rest.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { keysOf } from './knownGood.ts';
import { lint, type Finding } from './linter.ts';
import { mirror, mirrored, unmirrored, writeMirror } from './pageMirror.ts';

/** Valid keys cached per file: enough to switch between some branches. */
const KEPT = 4;

const part = (path: string): 'page' | 'node' => (/^(src|test)\/renderer\//.test(path) ? 'page' : 'node');
/** Projects whose declarations the type check writes, with the file that records the versions of their sources. */
const declared = [
  { folder: 'src/core/', types: '.cache/types/core', written: '.cache/core.tsbuildinfo' },
  { folder: 'src/renderer/', types: '.cache/types/renderer', written: '.cache/web.tsbuildinfo' },
];
/** Maximum files per command; beyond that it lints their folders. */
const FILES = 300;
const folders = ['src/core', 'src/main', 'test', 'scripts'];
const others = ['**/renderer/**', '**/assembly/**'].flatMap((pattern) => ['--ignore-pattern', pattern]);

export interface TypedLint {
  readonly looked: number;
  readonly known: number;
  readonly findings: readonly Finding[];
}

/** Lints the modules and components of a working copy, except those cached as valid. */
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
  const paths = glob('{src,test,scripts}/**/*.{ts,vue}', '*.config.ts')
    .filter((path) => !path.includes('/assembly/'))
    .sort();
  const globals = paths.filter((path) => path.endsWith('.d.ts'));
  const settings = glob(
    'package-lock.json',
    'packaging/check/package-lock.json',
    'tsconfig*.json',
    'eslint.config.js',
    'oxlint.config.ts',
    'scripts/lint/*',
  ).sort();
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
  const of = (which: string, all: readonly string[]) => all.filter((path) => part(path) === which);
  const [node, page] = [of('node', changed), of('page', changed)];
  const findings: Finding[] = [];
  if (node.length > 0) {
    const loose = node.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)));
    const targets = node.length > FILES ? [...folders, ...loose] : node;
    findings.push(...lint(root, targets, ['--type-check', ...others]));
  }
  if (page.length > 0) {
    writeMirror(root, of('page', paths));
    const pageFindings = lint(at(mirror), page.map(mirrored), ['--no-ignore']);
    findings.push(...pageFindings.map((one) => ({ ...one, path: unmirrored(one.path) })));
  }
  const bad = new Set(findings.map(({ path }) => path));
  // Findings outside all files are errors in the settings, which invalidate the whole run.
  const sound = findings.every(({ path }) => paths.includes(path)) ? changed : [];
  for (const path of sound) if (!bad.has(path)) good[path] = [keys.get(path)!, ...(good[path] ?? [])].slice(0, KEPT);
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

/** SHA-256 of the sources of the written declarations, by absolute path; empty if unknown. */
function versionsOf(buildInfo: string): ReadonlyMap<string, string> {
  try {
    const { fileNames, fileInfos } = buildInfoSchema.parse(JSON.parse(readFileSync(buildInfo, 'utf8')));
    const versions = fileInfos.map((info) => (typeof info === 'string' ? info : info.version));
    return new Map(fileNames.map((name, i) => [resolve(dirname(buildInfo), name), versions[i]]));
  } catch {
    return new Map();
  }
}

const goodSchema = z.record(z.string(), z.array(z.string()));

function readGood(cache: string): Record<string, string[]> {
  try {
    return goodSchema.parse(JSON.parse(readFileSync(cache, 'utf8')));
  } catch {
    // Unknown.
    return {};
  }
}
