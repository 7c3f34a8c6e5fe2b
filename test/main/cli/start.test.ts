// @module-tag processes
/** npm start without the Electron runtime, with a stand-in for the browser; and the launcher on old Node versions. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sandboxObstacle } from '../../../scripts/desktop/obstacle.ts';
import { electronPackage, electronPlace } from '../../../scripts/desktop/runtime.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = sharedFolder();

const electronInstalled = existsSync(join(root, 'node_modules/electron/path.txt'));
if (electronInstalled) console.log('Skipped: the Electron runtime is installed here.');

/** Runs npm start's script until it serves, then ends it. */
async function start(
  environment: Record<string, string>,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  // A leftover of an earlier start would look like this start's browser.
  rmSync(join(folder, 'called'), { force: true });
  const child = spawn(process.execPath, [join(root, 'scripts/start.js'), '--workspace', join(folder, 'w.eigenbench')], {
    env: { HOME: folder, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  try {
    await eventually(() => expect(stderr).toContain('Ctrl-C ends it'));
    if (environment['DISPLAY']) await eventually(() => expect(existsSync(join(folder, 'called'))).toBe(true));
  } finally {
    child.kill('SIGINT');
  }
  return { code: await ended, stdout, stderr };
}

describe(
  'npm start without Electron',
  skipWhen(electronInstalled || process.platform !== 'linux', 'about Linux without the Electron runtime'),
  () => {
    it('says so in one sentence and opens a window of an installed browser', async () => {
      mkdirSync(join(folder, 'bin'));
      writeFileSync(
        join(folder, 'bin/chromium'),
        `#!/bin/sh\necho "$@" > ${join(folder, 'called.tmp')}\nmv ${join(folder, 'called.tmp')} ${join(folder, 'called')}\n`,
      );
      chmodSync(join(folder, 'bin/chromium'), 0o755);
      const { code, stdout, stderr } = await start({ PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, DISPLAY: ':0' });
      // Where its sandbox cannot open, as for root, the runtime is not fetched.
      const obstacle = sandboxObstacle(electronPlace(electronPackage()));
      expect(stderr.split('\n')[0]).toBe(
        `${obstacle ?? 'The Electron runtime is not installed and cannot be fetched'}: the application is served to a browser instead.`,
      );
      const called = readFileSync(join(folder, 'called'), 'utf8');
      expect(called).toMatch(/^--app=file:\/\/\S+\/open\.html --no-first-run\n$/);
      // The list of processes shows the command line of the browser to every user.
      expect(called).not.toContain(new URL(stdout.trim()).hash.slice(1));
      expect(existsSync(fileURLToPath(called.slice('--app='.length).split(' ')[0]))).toBe(false);
      expect(code).toBe(0);
    });

    it('does the same where the runtime cannot start, and says why', async () => {
      const dist = mkdtempSync(join(folder, 'dist-'));
      writeFileSync(join(dist, 'electron'), '#!/bin/sh\nkill -TRAP $$\n');
      chmodSync(join(dist, 'electron'), 0o755);
      const { code, stderr } = await start({
        PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
        DISPLAY: ':0',
        ELECTRON_OVERRIDE_DIST_PATH: dist,
      });
      // Root is told before; elsewhere the application may be built first.
      const reason =
        /^(Electron does not run as root|This system does not let Electron|Electron ended as it started) \(.+\)/m;
      expect(stderr).toMatch(new RegExp(`${reason.source}: the application is served to a browser instead\\.$`, 'm'));
      expect(code).toBe(0);
    });

    it('prints the address where there is no screen', async () => {
      const { code, stdout, stderr } = await start({ PATH: '/usr/bin:/bin' });
      expect(stderr.split('\n')[0]).toContain('There is no screen');
      expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+\n$/);
      expect(code).toBe(0);
    });
  },
);

describe('the launcher', () => {
  /** The launcher in a package of its own, told that it runs on another version of Node. */
  function launch(version: string, installed: boolean) {
    const home = mkdtempSync(join(folder, 'package-'));
    cpSync(join(root, 'bin'), join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    if (installed) {
      const runtime = join(home, 'node_modules', `node-${process.platform}-${process.arch}`);
      mkdirSync(join(runtime, 'bin'), { recursive: true });
      writeFileSync(join(runtime, 'package.json'), '{}');
      writeFileSync(join(runtime, 'bin/node'), '#!/bin/sh\necho "newer: $2 $3"\nexit 7\n');
      chmodSync(join(runtime, 'bin/node'), 0o755);
    }
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
    writeFileSync(join(home, 'pretend.mjs'), pretend);
    const parameters = ['--import', join(home, 'pretend.mjs'), join(home, 'bin/eigenbench.js'), 'datasets', '--json'];
    return spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  }

  it('says what to do on an old Node without the one that npm installs', () => {
    const { status, stdout, stderr } = launch('20.20.2', false);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Eigenbench needs Node 24 or newer, this is 20\.20\.2\. "npm ci" installs one .*\n$/);
  });

  it('goes on in the Node that npm installed, and passes on its exit code', withoutPosix, () => {
    const { status, stdout } = launch('20.20.2', true);
    expect(stdout).toBe('newer: datasets --json\n');
    expect(status).toBe(7);
  });

  it('writes nothing into an installed package: compiled code goes to the user’s cache', () => {
    const home = join(mkdtempSync(join(folder, 'project-')), 'node_modules/eigenbench');
    mkdirSync(join(home, 'out/main'), { recursive: true });
    cpSync(join(root, 'bin'), join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    writeFileSync(join(home, 'out/main/cli.js'), 'console.log("started");');
    const list = (place: string): string[] => readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
    const before = list(home);
    const cache = mkdtempSync(join(folder, 'cache-'));
    const { stdout, stderr } = spawnSync(process.execPath, [join(home, 'bin/eigenbench.js')], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, HOME: cache, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache },
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'started\n', stderr: '' });
    expect(list(home)).toEqual(before);
    const place = process.platform === 'darwin' ? 'Library/Caches/eigenbench' : 'eigenbench';
    expect(list(join(cache, place))).not.toEqual([]);
  });
});
