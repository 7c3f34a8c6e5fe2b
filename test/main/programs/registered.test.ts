/** Whether a folder is still the one that was registered: by sizes and times, by its bytes where it counts. */
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectFolder } from '../../../src/main/programs/addMethod.ts';
import { folderStamp } from '../../../src/main/programs/folderHash.ts';
import { stateOf } from '../../../src/main/programs/registered.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { FIRST_PIXELS, writeProgram } from './ownProgram.ts';

const registered = () =>
  inspectFolder(writeProgram(temporaryFolder(), `${FIRST_PIXELS}\nserve('own', { fit, encode });`));

describe('the state of a registered folder', () => {
  it('is ready without its files being read while sizes and times are the same', () => {
    const entry = registered();
    expect(entry.stamp).toBe(folderStamp(entry.folder));
    // Of another hash nothing is seen: the files were not read.
    const other = { ...entry, hash: '0'.repeat(64) };
    expect(stateOf(other)).toBe('ready');
    expect(stateOf(other, { thorough: true })).toBe('changed');
  });

  it('is ready after its files were only touched, and where no stamp was stored', () => {
    const entry = registered();
    utimesSync(join(entry.folder, 'method.mjs'), new Date(0), new Date(0));
    expect(folderStamp(entry.folder)).not.toBe(entry.stamp);
    expect(stateOf(entry)).toBe('ready');
    expect(stateOf({ folder: entry.folder, hash: entry.hash })).toBe('ready');
  });

  it('is changed by a file of the same size with its time set back, also before the files are read in any case', () => {
    const entry = registered();
    const file = join(entry.folder, 'method.mjs');
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, '/'.repeat(size));
    utimesSync(file, atime, mtime);
    expect(stateOf(entry, { thorough: true })).toBe('changed');
    expect(stateOf(entry)).toBe('changed');
  });

  it('is missing without its folder', () => {
    const entry = registered();
    renameSync(entry.folder, `${entry.folder}-elsewhere`);
    expect(stateOf(entry)).toBe('missing');
    renameSync(`${entry.folder}-elsewhere`, entry.folder);
    expect(stateOf(entry)).toBe('ready');
  });
});
