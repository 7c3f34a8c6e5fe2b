/**
 * npm run mutate -- <room …>: changes the sources of the given folders or files of src/core, one place at a time, and
 * runs their quick tests, to see whether they detect the change. Examples: `stats`, `study/table` or
 * `stats/distributions/normal`; the tests come from the nearest folder of test/core. Prints how many of a hundred
 * changes were detected; the others are listed in .cache/mutate.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { quick } from '../vitest.config.ts';
import { survivorsOf, type MutationReport } from './mutation/survivors.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/mutate');
const stryker = join(root, 'packaging/mutation/node_modules/@stryker-mutator/core/bin/stryker.js');

/** Path below `folder` of the project; null if the room does not exist there. */
function placeOf(folder: string, room: string, ending: string): string | null {
  if (existsSync(join(root, folder, `${room}${ending}`))) return `${folder}/${room}${ending}`;
  return existsSync(join(root, folder, room)) ? `${folder}/${room}/**/*${ending}` : null;
}

/** Hundreds of simulated studies per change: an hour for 300, and their loose bounds detect few changes. */
const leftOut = [...quick.exclude, '**/*Coverage.test.ts'];

/** Features of vitest that scripts/mutation/collectedTests.ts lacks. */
const NEEDS_VITEST = /\bvi\.|Snapshot\(/;

/** The quick tests of a room, or those of an enclosing room. */
function testsOf(room: string): readonly string[] {
  if (room === '.') return [];
  const place = placeOf('test/core', room, '.test.ts');
  if (place === null) return testsOf(dirname(room));
  return globSync(place, { cwd: root }).filter(
    (file) =>
      !leftOut.some((pattern) => matchesGlob(file, pattern)) &&
      !NEEDS_VITEST.test(readFileSync(join(root, file), 'utf8')),
  );
}

function mutate(room: string): void {
  const [sources, tests] = [placeOf('src/core', room, '.ts'), testsOf(room)];
  if (sources === null || tests.length === 0) throw new Error(`src/core or test/core has no ${room}.`);
  const name = room.replaceAll('/', '-');
  const report = join(results, `${name}.json`);
  const from = performance.now();
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'packaging/mutation/stryker.config.js'], {
    cwd: root,
    env: {
      ...process.env,
      MUTATED: sources,
      MUTATION_TESTS: JSON.stringify({ setup: quick.setupFiles, files: tests }),
      MUTATION_REPORT: report,
    },
    // Its output on the way is not a result.
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}.`);
  const { noticed, survivors, endless } = survivorsOf(JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
  const list = join(results, `${name}.txt`);
  writeFileSync(list, [...survivors, ...endless].map((line) => `${line}\n`).join(''));
  const score = ((100 * noticed) / Math.max(1, noticed + survivors.length)).toFixed(1);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  const byTime = endless.length > 0 ? `, ${endless.length} by their time` : '';
  console.log(`${room}: ${score} % noticed${byTime}, ${survivors.length} survived, ${seconds} s, ${list}`);
}

const rooms = process.argv.slice(2);
try {
  if (rooms.length === 0) throw new Error('Which rooms of src/core, e.g. npm run mutate -- stats?');
  mkdirSync(results, { recursive: true });
  for (const room of rooms) mutate(room);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
