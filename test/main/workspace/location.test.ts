import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/main/workspace/location.ts';

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
