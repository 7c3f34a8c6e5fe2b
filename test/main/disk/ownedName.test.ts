// @module-tag processes
/** What killed processes left is removed by the next that writes there; what belongs to running ones stays. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFolder } from '../../../src/main/disk/newFolder.ts';
import { OWNER, ownedName, sweepFolder } from '../../../src/main/disk/ownedName.ts';
import { writeFile } from '../../../src/main/disk/writeFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** The name that a process gave which has ended. */
const ofEnded = (): string => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return ownedName().replace(`-${process.pid}-`, `-${pid}-`);
};
const ofOtherMachine = (): string => ofEnded().replace(/^[0-9a-f]{8}/, '00000000');

function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    if (name.startsWith('.')) mkdirSync(join(folder, name, 'inside'), { recursive: true });
    else writeFileSync(join(folder, name), 'half');
  }
  return folder;
}

it('a file is written where another process died while it wrote it', () => {
  const folder = folderWith(`o.zip.${ofEnded()}.tmp`, `other.csv.${ofEnded()}.tmp`, `.osplits-${ofEnded()}`);
  writeFile(join(folder, 'o.zip'), 'whole');
  expect(readdirSync(folder)).toEqual(['o.zip']);
});

it('so is a folder', async () => {
  const folder = folderWith(`.osplits-${ofEnded()}`);
  await writeFolder(
    join(folder, 'osplits'),
    (async function* () {
      yield { name: 'a', bytes: Uint8Array.of(1) };
    })(),
  );
  expect(readdirSync(folder)).toEqual(['osplits']);
});

it('nothing of a running process, of another machine, or of the user goes', () => {
  const kept = [
    `o.zip.${ownedName()}.tmp`,
    `.osplits-${ofOtherMachine()}`,
    `o.zip.${OWNER.replace(String(process.pid), String(process.ppid))}0123456789ab.tmp`,
    'notes-2024-11-03.tmp',
    'o.zip.0123456789ab.tmp',
    'deadbeef-1-x',
  ].sort();
  const folder = folderWith(...kept);
  sweepFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(kept);
});

it('a folder that cannot be read is left as it is', () => {
  expect(() => sweepFolder(join(temporaryFolder(), 'nowhere'))).not.toThrow();
});
