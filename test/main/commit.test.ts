// @module-tag processes
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workingCopyCommit } from '../../src/main/engineInfo.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

it('names the commit of a working copy, and that files were changed since', () => {
  const folder = temporaryFolder();
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...parameters], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  writeFileSync(join(folder, 'file'), 'one');
  git('add', 'file');
  git('commit', '--quiet', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  expect(workingCopyCommit(folder)).toBe(commit);
  writeFileSync(join(folder, 'file'), 'two');
  expect(workingCopyCommit(folder)).toBe(`${commit}-dirty`);
  // A folder inside it is not the working copy.
  mkdirSync(join(folder, 'inside'));
  expect(workingCopyCommit(join(folder, 'inside'))).toBeNull();
});

it('knows none outside a working copy', () => {
  expect(workingCopyCommit(temporaryFolder())).toBeNull();
});
