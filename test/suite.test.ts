/** The lists of the test runner: tags, and files that its configuration names. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtThreads } from './support/builtThreads.ts';

const folder = resolve(import.meta.dirname);
const TAG = /^\/\/ @module-tag processes$/m;

/** Whether a file, or a file of `test` that it imports, imports `node:child_process`. */
function startsProcesses(file: string, visited = new Set<string>()): boolean {
  if (visited.has(file)) return false;
  visited.add(file);
  const text = readFileSync(file, 'utf8');
  if (/^import (?!type\b)[^;]*from 'node:child_process'/m.test(text)) return true;
  return [...text.matchAll(/^import (?!type\b)[^;]*from '(\.[^']+\.ts)'/gm)]
    .map(([, path]) => join(dirname(file), path))
    .some((path) => path.startsWith(folder) && startsProcesses(path, visited));
}

/** All patterns that a pattern with braces stands for. */
function expanded(pattern: string): string[] {
  const [braces, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => expanded(pattern.replace(braces, name)));
}

describe('the suite', () => {
  it('names only files that exist', () => {
    const config = readFileSync(join(folder, '../vitest.config.ts'), 'utf8');
    const patterns = [...config.matchAll(/'(test\/[^']+\.test\.ts)'/g)].flatMap(([, pattern]) => expanded(pattern));
    expect(patterns.length).toBeGreaterThan(30);
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: dirname(folder) }).length === 0)).toEqual([]);
  });

  it('starts all threads from the build where it is fresh', () => {
    const { transform } = builtThreads() as { transform: (code: string, id: string) => { code: string } | null };
    const sources = globSync('src/main/**/*.ts', { cwd: dirname(folder) })
      .map((name) => join(dirname(folder), name))
      .filter((file) => /\bworkerModule\(.+import\.meta/.test(readFileSync(file, 'utf8')));
    expect(sources.length).toBeGreaterThanOrEqual(6);
    for (const file of sources) {
      expect(transform(readFileSync(file, 'utf8'), file)?.code, file).toMatch(
        /workerModule\([^,]+, "file:.+threads\.js"\)/,
      );
    }
  });

  it('tags the tests that start processes, which may retry, and no others', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !/^(e2e|package|bench)[\\/]/.test(name))
      .map((name) => join(folder, name));
    const tagged = files.filter((file) => TAG.test(readFileSync(file, 'utf8')));
    expect(tagged.length).toBeGreaterThan(50);
    expect(tagged).toEqual(files.filter((file) => startsProcesses(file)));
  });
});
