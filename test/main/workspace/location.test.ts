import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/main/dataFolder.ts';
import { backupPath } from '../../../src/main/workspace/location.ts';

describe('dataFolder', () => {
  it('follows the conventions of each platform', () => {
    expect(dataFolder('linux', {}, '/home/ann')).toBe(join('/home/ann', '.local', 'share', 'eigenbench'));
    expect(dataFolder('linux', { XDG_DATA_HOME: '/data' }, '/home/ann')).toBe(join('/data', 'eigenbench'));
    expect(dataFolder('darwin', {}, '/Users/ann')).toBe(
      join('/Users/ann', 'Library', 'Application Support', 'eigenbench'),
    );
    expect(dataFolder('win32', { APPDATA: 'C:/Roaming' }, 'C:/ann')).toBe(join('C:/Roaming', 'eigenbench'));
  });
});

describe('backupPath', () => {
  it('is beside the workspace, and differs from second to second', () => {
    const at = (time: string): string => backupPath('/home/ann/w.eigenbench', new Date(time));
    expect(at('2026-03-01T14:05:09.300Z')).toBe('/home/ann/w 2026-03-01 14.05.09.eigenbench');
  });
});
