import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '../../src/main/findProgram.ts';
import { withoutPosix } from '../support/skips.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

it('finds the first file of the path that may be run', withoutPosix, () => {
  const [first, second] = ['first', 'second'].map((name) => join(temporaryFolder(), name));
  for (const [folder, mode] of [
    [first, 0o644],
    [second, 0o755],
  ] as const) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'tool'), '');
    chmodSync(join(folder, 'tool'), mode);
  }
  const environment = { PATH: ['', first, second].join(delimiter) };
  expect(findProgram('tool', environment)).toBe(join(second, 'tool'));
  expect(findProgram('other', environment)).toBeNull();
  expect(findProgram('tool', {})).toBeNull();
});
