// @module-tag processes
/** The runner of tools, here as it runs on Windows: process.platform says so, and a shell would leave a mark. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/temporaryFolder.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = sharedFolder();

/** Runs `scripts/run.js` with these words on a Windows whose shell is a stand-in. */
function runAsWindows(words: readonly string[]): { readonly status: number | null; readonly said: string } {
  const mark = join(folder, 'shell-was-asked');
  const shell = join(folder, 'cmd.exe');
  writeFileSync(shell, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`);
  chmodSync(shell, 0o755);
  const script = join(root, 'scripts/run.js');
  const source = `Object.defineProperty(process, 'platform', { value: 'win32' });
    process.argv.splice(1, 0, ${JSON.stringify(script)});
    await import(${JSON.stringify(pathToFileURL(script).href)});`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', source, '--', ...words],
    {
      encoding: 'utf8',
      env: { ...process.env, comspec: shell, ComSpec: shell },
    },
  );
  expect(existsSync(mark), 'a shell was asked').toBe(false);
  return { status, said: stdout + stderr };
}

const words = ['a b', 'owner <owner@users.example>', 'x & y', '100%PATH%', 'say "no"', "it's", '^|>', ''];

describe('scripts/run.js on Windows', () => {
  it('hands words to node as they are', () => {
    const { status, said } = runAsWindows(['node', '-p', 'JSON.stringify(process.argv.slice(1))', ...words]);
    expect(JSON.parse(said)).toEqual(words);
    expect(status).toBe(0);
  });

  it('finds the JavaScript of commands that are named otherwise than their package', () => {
    const version = execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--version'], {
      encoding: 'utf8',
    });
    expect(runAsWindows(['tsc', '--version'])).toEqual({ status: 0, said: version });
  });

  it('passes on exit codes, and names what is not installed', () => {
    expect(runAsWindows(['node', '-e', 'process.exit(7)']).status).toBe(7);
    expect(runAsWindows(['no-such-tool'])).toEqual({
      status: 1,
      said: 'no-such-tool is not installed: run "npm ci".\n',
    });
  });
});
