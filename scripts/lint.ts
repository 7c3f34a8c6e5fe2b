/**
 * Lints the working copy; what was good and has not changed is not looked at again (.cache).
 *
 *   node scripts/lint.ts          all rules
 *   node scripts/lint.ts text     ESLint: the page and what is no module of the program
 *   node scripts/lint.ts types    oxlint: all rules and the types of other modules, and of the page the rules that ask
 *                                 for types
 *
 * `npx eslint FILE` has all rules of a file, without a cache.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { install } from './lint/linter.ts';
import { lintTyped } from './lint/typedFiles.ts';

/** ESLint's cache knows its own version and the settings, not the versions of all plug-ins: the lock file does. */
function cacheOfVersions(): string {
  const folder = '.cache/eslint';
  const own = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex').slice(0, 16);
  try {
    for (const name of readdirSync(folder)) if (name !== own) rmSync(join(folder, name), { recursive: true });
  } catch {
    // It is made below.
  }
  return join(folder, own);
}

async function lintText(): Promise<boolean> {
  const eslint = new ESLint({
    overrideConfigFile: 'scripts/lint/textRules.config.js',
    // oxlint looks at these by the same rules.
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
const asked = which === 'text' || which === 'types' ? steps[which] : [lintText, lintTypes];
const results: boolean[] = [];
for (const step of asked) results.push(await step());
process.exitCode = results.every(Boolean) ? 0 : 1;
