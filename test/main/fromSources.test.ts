import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromSources } from '../../src/main/packageRoot.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

it('knows a working copy by the script of npm start, which no package has', () => {
  expect(fromSources()).toBe(true);
  const folder = temporaryFolder();
  expect(fromSources(folder)).toBe(false);
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts', 'start.js'), '');
  expect(fromSources(folder)).toBe(true);
});
