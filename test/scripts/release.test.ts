/** The configuration of installers and the release workflow name what is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const { scripts, desktopName } = JSON.parse(textOf('package.json'));

describe('the release', () => {
  it('runs scripts that the package has', () => {
    const called = [...textOf('.github/workflows/release.yml').matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(new Set(called)).toEqual(new Set(['build', 'smoke:electron', 'package']));
    for (const name of called) expect(scripts).toHaveProperty([name]);
  });

  it('names the actions that it runs by their commits, and each by one commit', () => {
    const used = ['release', 'ci'].flatMap((name) =>
      [...textOf(`.github/workflows/${name}.yml`).matchAll(/uses: (\S+)/g)].map(([, action]) => action),
    );
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
    const names = new Set(used.map((action) => action.split('@')[0]));
    expect(new Set(used).size).toBe(names.size);
  });

  it('writes artifacts whose names say version, system and processor, without blanks, and no two alike', () => {
    const config = parse(textOf('packaging/electron-builder.yml'));
    const targets = [
      ...config.linux.target.flatMap((ext: string) => ['x64', 'arm64'].map((arch) => ({ os: 'linux', arch, ext }))),
      ...config.mac.target.flatMap((ext: string) => ['x64', 'arm64'].map((arch) => ({ os: 'mac', arch, ext }))),
      { os: 'win', arch: 'x64', ext: 'exe' },
    ];
    const names = targets.map(({ os, arch, ext }) => {
      const pattern: string = os === 'win' ? config.nsis.artifactName : config.artifactName;
      const values: Readonly<Record<string, string>> = {
        productName: config.productName,
        version: '1.2.3',
        os,
        arch,
        ext,
      };
      return pattern.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]);
    });
    expect(names).toHaveLength(11);
    expect(
      names.filter((name) => !/^Eigenbench-(1\.2\.3-(linux|mac)-(x64|arm64)|Setup-1\.2\.3)\.[A-Za-z.]+$/.test(name)),
    ).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    // No target has a pattern of its own beyond these.
    expect(textOf('packaging/electron-builder.yml').match(/artifactName:/g)).toHaveLength(2);
  });

  it('lists digests of all files but the list, and adds a bill of materials', () => {
    const workflow = textOf('.github/workflows/release.yml');
    expect(workflow).toMatch(/sha256sum -- \* > "\$RUNNER_TEMP\/SHA256SUMS" && mv /);
    expect(workflow).toContain('npm sbom --omit dev --sbom-format cyclonedx');
    expect(workflow.indexOf('npm sbom')).toBeLessThan(workflow.indexOf('sha256sum'));
  });

  it('packages without publishing, looks for no updates, and keeps the workspace when it is uninstalled', () => {
    const config = textOf('packaging/electron-builder.yml');
    expect(config).toContain('publish: null');
    expect(config).toContain('deleteAppDataOnUninstall: false');
    expect(scripts.package).toContain('--publish never');
  });

  it('links windows on Linux to the launcher that the package installs', () => {
    const executable = /linux:[^]*?executableName: (\S+)/.exec(textOf('packaging/electron-builder.yml'))![1];
    expect(desktopName).toBe(`${executable}.desktop`);
  });

  it('names its executables as the configuration does, and gives words with brackets to Linux alone', () => {
    const workflow = textOf('.github/workflows/release.yml');
    const executable = /executableName: (\S+)/.exec(textOf('packaging/electron-builder.yml'))![1];
    const applications = [...workflow.matchAll(/runner: (\S+), application: '([^']+)'/g)];
    expect(applications).toHaveLength(5);
    for (const [, runner, path] of applications) {
      if (runner.startsWith('ubuntu')) expect(path.endsWith(`-unpacked/${executable}`), path).toBe(true);
    }
    const lines = workflow.split('\n').map((line) => line.trim());
    const bracket = lines.findIndex((line) => line.includes('deb.maintainer'));
    expect(lines[bracket - 1]).toBe('if [ "$RUNNER_OS" = Linux ]; then');
  });

  it('takes entitlements, licences and the icon from files of the repository', () => {
    const config = textOf('packaging/electron-builder.yml');
    const named = [...config.matchAll(/(?:entitlements|entitlementsInherit|from): (\S+)/g)].map(([, path]) => path);
    expect(named).toHaveLength(3);
    for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
    expect(existsSync(join(root, 'src/renderer/icon.svg'))).toBe(true);
  });
});
