/**
 * Lints the working copy; skips unchanged files that passed before (.cache).
 *
 *   node scripts/lint.ts          all rules
 *   node scripts/lint.ts text     ESLint: the page and files outside the program
 *   node scripts/lint.ts types    oxlint: all rules and the types of other modules, and typed rules on the page
 *
 * `npx eslint FILE` applies all rules to a file, without a cache.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { install } from './lint/linter.ts';
import { lintTyped } from './lint/typedFiles.ts';

/**
 * ESLint's cache is keyed by its own version and the settings, but not by the versions of plug-ins, unlike the lock
 * file.
 */
function cacheOfVersions(): string {
  const folder = '.cache/eslint';
  const version = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 16);
  try {
    for (const name of readdirSync(folder)) if (name !== version) rmSync(join(folder, name), { recursive: true });
  } catch {
    // It is created below.
  }
  return join(folder, version);
}

async function lintText(): Promise<boolean> {
  const eslint = new ESLint({
    overrideConfigFile: 'scripts/lint/textRules.config.js',
    // oxlint applies the same rules to these.
    ignorePatterns: [
      'src/{core,main}/**/*.ts',
      'test/*.ts',
      'test/!(renderer)/**/*.ts',
      'scripts/**/*.ts',
      '!**/assembly/!(tile).ts',
    ],
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: cacheOfVersions(),
  });
  const results = await eslint.lintFiles('.');
  process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
  return results.every(({ errorCount }) => errorCount === 0);
}

async function lintTypes(): Promise<boolean> {
  install();
  const { looked, known, findings } = await lintTyped('.');
  if (looked + known === 0) throw new Error('Expected modules and components, found none.');
  for (const { path, line, column, message, rule } of findings) {
    process.stdout.write(`${path}:${line}:${column}  ${message}  ${rule}\n`);
  }
  return findings.length === 0;
}

const steps = { text: [lintText], types: [lintTypes] };
const which = process.argv[2];
const selected = which === 'text' || which === 'types' ? steps[which] : [lintText, lintTypes];
const results: boolean[] = [];
for (const step of selected) results.push(await step());
process.exitCode = results.every(Boolean) ? 0 : 1;
