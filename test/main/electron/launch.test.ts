import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  LaunchError,
  userArguments,
  requireSandbox,
  requireSense,
  studyNamed,
  workspaceNamed,
} from '../../../src/main/electron/launch.ts';

vi.mock(
  'electron',
  async () => (await import('../../support/electronDouble/electronDouble.ts')).electronDouble().module,
);

const folder = resolve('/home/user/faces');
const named = (...words: string[]): string | null => workspaceNamed(words, folder);

describe('a command line that makes no sense', () => {
  it('is a command of the command line: its first word is neither a switch nor a file', () => {
    for (const words of [[], ['--help'], ['a.eigenbench', 'import'], ['file:///x'], ['.'], ['-psn_0_1']]) {
      expect(() => requireSense(words, import.meta.dirname)).not.toThrow();
    }
    expect(() => requireSense(['import', '/data/orl'], import.meta.dirname)).toThrow(
      new LaunchError(
        '"import" is not a file. This program opens the window; "eigenbench import" is a command of the command line, which is installed by itself (Help → Manual → Installing).',
      ),
    );
  });

  it('switches the sandbox off', () => {
    expect(() => requireSandbox(false)).not.toThrow();
    expect(() => requireSandbox(true)).toThrow(/does not start without its sandbox .* install the \.deb package/);
  });
});

describe('the study that a command line names', () => {
  it('is a number after --study, else none', () => {
    expect(studyNamed(['--workspace', 'a.eigenbench', '--study', '12'])).toBe(12);
    expect(studyNamed(['a.eigenbench'])).toBeNull();
    for (const words of [['--study'], ['--study', '0'], ['--study', '1.5'], ['--study', 'ORL']]) {
      expect(() => studyNamed(words)).toThrow(new LaunchError('--study: expected the number of a study.'));
    }
  });
});

describe('the workspace that a command line names', () => {
  it.each([
    [['--workspace', 'a.eigenbench'], 'a.eigenbench'],
    [['--workspace=a.eigenbench'], 'a.eigenbench'],
    [['--workspace=a=b c.db'], 'a=b c.db'],
    [['--workspace', '../b.db'], '../b.db'],
    [['a.eigenbench'], 'a.eigenbench'],
    [['first.eigenbench', 'last.EIGENBENCH'], 'last.EIGENBENCH'],
    [['--enable-features=X', 'a.eigenbench', '--no-first-run'], 'a.eigenbench'],
    [['plain.eigenbench', '--workspace', 'option.eigenbench'], 'option.eigenbench'],
    [['--workspace=1.eigenbench', '--workspace=2.eigenbench'], '2.eigenbench'],
  ])('%j', (words, file) => {
    expect(named(...words)).toBe(resolve(folder, file));
  });

  it('is a file: address where a desktop passes one', () => {
    const path = resolve('/home/user/My faces.eigenbench');
    expect(named(pathToFileURL(path).href)).toBe(path);
    expect(() => named('file://server/share/a.eigenbench')).toThrow(
      process.platform === 'win32' ? /^$/ : 'is not the address of a file on this computer',
    );
  });

  it.each([[[]], [['--no-sandbox', 'picture.png']], [['--remote-debugging-port=1']], [['-psn_0_123']]])(
    'is none in %j',
    (words) => {
      expect(named(...words)).toBeNull();
    },
  );

  it.each([[['--workspace']], [['--workspace=']], [['--workspace', '--quiet']]])('is asked for in %j', (words) => {
    expect(() => named(...words)).toThrow(new LaunchError('--workspace: expected a file name.'));
  });

  it('is looked for after the executable and, unpackaged, after the application’s folder', () => {
    expect(userArguments(['/opt/eigenbench', 'a'], true)).toEqual(['a']);
    expect(userArguments(['/opt/electron', '.', 'a'], false)).toEqual(['a']);
  });
});
