import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { apptainerRecipe, dockerfile, dockerRecipe } from '../../scripts/containerRecipe.ts';

const root = join(import.meta.dirname, '..', '..');

it('recipes of containers copy files that are there, and the tarball by the name that npm gives it', () => {
  const { files } = dockerRecipe();
  expect(files).toEqual(['package.json', 'package-lock.json', 'eigenbench-*.tgz']);
  for (const file of files.slice(0, 2)) expect(existsSync(join(root, file))).toBe(true);
  expect(`${packageFile.name}-${packageFile.version}.tgz`).toMatch(/^eigenbench-\S+\.tgz$/);
});

it('Docker and Apptainer build the same', () => {
  const { base, files, lines } = dockerRecipe();
  const apptainer = apptainerRecipe();
  expect(apptainer).toMatchObject({ base, files });
  // The folder of the workspace is a volume for Docker alone.
  expect(lines.filter((line) => !line.includes('$DATA'))).toEqual(apptainer.lines);
});

it('the container has a Node that the program takes, is not root, and keeps the workspace in a volume', () => {
  const { base } = dockerRecipe();
  const [, version] = /^node:(\d+)-slim$/.exec(base)!;
  expect(packageFile.engines.node).toBe(`>=${version}`);
  const found = dockerfile();
  expect(found.get('USER')).toEqual(['node']);
  expect(found.get('VOLUME')).toEqual(['/data']);
  expect(found.get('ENV')).toContain('XDG_DATA_HOME=/data');
  expect(found.get('ENTRYPOINT')).toEqual([JSON.stringify(Object.keys(packageFile.bin))]);
});
