/** Where the Electron runtime is looked for and how it is fetched, with stand-ins for its package and installer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { electronPackage, fetchElectron, installedElectron } from '../../../scripts/desktop/runtime.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const executable = names[process.platform] ?? 'electron';

/** A package of version 45.4.1 whose installer is this script. */
function standIn(installer = ''): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"version":"45.4.1","type":"commonjs"}');
  writeFileSync(join(folder, 'install.js'), installer);
  return folder;
}

function writeRuntime(dist: string, version: string): void {
  mkdirSync(dirname(join(dist, executable)), { recursive: true });
  writeFileSync(join(dist, executable), '');
  writeFileSync(join(dist, 'version'), version);
}

const INSTALLS = `const fs = require('node:fs'), path = require('node:path');
  const file = path.join('dist', ${JSON.stringify(executable)});
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, process.env.NODE_USE_ENV_PROXY + ' ' + process.env.HTTPS_PROXY);
  fs.writeFileSync('dist/version', '45.4.1');`;

describe('the Electron runtime', () => {
  it('is found in its package in the version that the package names', () => {
    const folder = standIn();
    expect(installedElectron(folder, {})).toBeNull();
    writeRuntime(join(folder, 'dist'), '45.4.1');
    expect(installedElectron(folder, {})).toBe(join(folder, 'dist', executable));
    writeRuntime(join(folder, 'dist'), 'v44.7.0');
    expect(installedElectron(folder, {})).toBeNull();
  });

  it('is taken from ELECTRON_OVERRIDE_DIST_PATH in any version, and then never fetched', async () => {
    const folder = standIn(INSTALLS);
    const other = temporaryFolder();
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: other };
    const reason = `ELECTRON_OVERRIDE_DIST_PATH is ${other}`;
    expect(await fetchElectron(folder, () => expect.unreachable(), environment)).toEqual({ reason });
    writeRuntime(other, '46.0.0');
    expect(installedElectron(folder, environment)).toBe(join(other, executable));
    expect(installedElectron(folder, {})).toBeNull();
  });

  it('is fetched by the installer of the package, through the proxy that the environment names', async () => {
    const folder = standIn(`${INSTALLS}
      if (process.env.NODE_USE_ENV_PROXY !== '1' || process.env.HTTPS_PROXY !== 'http://proxy:3128') process.exit(1);`);
    let announced = 0;
    const environment = { ...process.env, HTTPS_PROXY: 'http://proxy:3128', ELECTRON_SKIP_BINARY_DOWNLOAD: undefined };
    expect(await fetchElectron(folder, () => announced++, environment)).toBe(true);
    expect(announced).toBe(1);
    expect(installedElectron(folder, {})).toBe(join(folder, 'dist', executable));
  });

  it('that cannot be fetched gives the reason of the installer', async () => {
    const folder = standIn(`console.error(new Error('getaddrinfo ENOTFOUND github.com').stack); process.exit(1);`);
    const environment = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: undefined };
    const expected = process.stderr.isTTY ? null : 'getaddrinfo ENOTFOUND github.com';
    expect(await fetchElectron(folder, () => {}, environment)).toEqual({ reason: expected });
  });

  it('is not fetched where that is switched off', async () => {
    const skip = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
    expect(await fetchElectron(standIn(INSTALLS), () => expect.unreachable(), skip)).toEqual({ reason: null });
  });

  it('has a package here, with an installer', () => {
    expect(installedElectron(electronPackage(), { ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() })).toBeNull();
  });
});
