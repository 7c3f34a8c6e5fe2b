/**
 * npm run attack -- <campaign …> [--count n] [--minutes n] [--seed n] [--only part]: campaigns of test/attack. Each
 * ends with a row of a table (docs/internals/robustness.md has the largest runs); the exit code is 1 if something got
 * through, which is reported with the seed that repeats it. Without a campaign it lists them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Tries, type Campaign } from '../test/attack/campaign.ts';
import { isBuilt } from './freshBuild.ts';
import { BUILT } from '../test/support/builtApplication.ts';

/** Each campaign is loaded on demand. */
const campaigns: Readonly<Record<string, () => Promise<Campaign>>> = {
  engine: async () => (await import('../test/attack/engine.ts')).engine,
  faults: async () => (await import('../test/attack/faults.ts')).faults,
  forge: async () => (await import('../test/attack/forge.ts')).forge,
  fuzz: async () => (await import('../test/attack/fuzz.ts')).fuzz,
  kills: async () => (await import('../test/attack/kills.ts')).kills,
  power: async () => (await import('../test/attack/power.ts')).power,
  programs: async () => (await import('../test/attack/programs.ts')).programs,
  soak: async () => (await import('../test/attack/soak.ts')).soak,
};

const USAGE = 'npm run attack -- <campaign …> [--count n] [--minutes n] [--seed n] [--only part]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { values, positionals: names } = parsed();
const count = Number(values.count ?? Infinity);
const minutes = Number(values.minutes ?? (values.count === undefined ? 1 : Infinity));
const seed = Number(values.seed);
if (values.help || names.length === 0 || names.some((name) => !(name in campaigns))) {
  say(USAGE);
  for (const [each, load] of Object.entries(campaigns)) say(`${each}: ${(await load()).about}`);
  process.exit(values.help || names.length === 0 ? 0 : 2);
}
if (!(count >= 1) || !(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('Expected --count of at least 1, --minutes above 0 and a whole number as --seed.\n');
  process.exit(2);
}

// Commands and threads of the campaign start from the build if it is up to date.
if (isBuilt()) process.env[BUILT] = join(import.meta.dirname, '../out');
let faults = 0;
for (const name of names) faults += await attackBy(name);
process.exit(faults > 0 ? 1 : 0);

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
        only: { type: 'string', default: '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return process.exit(2);
  }
}

async function attackBy(name: string): Promise<number> {
  const { attack, unit } = await campaigns[name]();
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-attack-'));
  const tries = new Tries({ seed, count, duration: 60_000 * minutes, say });
  const stray = (error: unknown): void => tries.fault(tries.last, `outside of every call: ${String(error)}`);
  process.on('uncaughtException', stray);
  try {
    await attack(tries, { folder, only: values.only });
  } finally {
    process.off('uncaughtException', stray);
    rmSync(folder, { recursive: true, force: true });
  }
  for (const part of tries.parts) say(part);
  const { taken, outcomes, seconds } = tries;
  const what = values.only === '' ? name : `${name} --only ${values.only}`;
  const machine = `${cpus().length} processors, load ${loadavg()[1].toFixed(0)}`;
  const cells = [`${taken.toLocaleString('en')} ${unit}`, seed, outcomes, tries.faults];
  say(`| ${what} | ${cells.join(' | ')} | ${Math.ceil(seconds / 60)} min, ${machine} |`);
  return tries.faults;
}
