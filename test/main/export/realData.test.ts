/** A database of faces that is exported and imported again. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePngFolder } from '../../../src/main/export/pngFolder.ts';
import { importDataset } from '../../../src/main/import/index.ts';
import { imagesByOne, matFile, npzFile } from '../../support/datasetFiles.ts';
import { needsRealData, realData } from '../../support/realData.ts';
import { folderOf } from '../import/folder.ts';

describe('round trips', () => {
  it('keep the Yale faces', needsRealData('yale'), async () => {
    const yale = await importDataset({ path: realData('yale'), size: null });
    const { images, subjects, files, attributes } = yale;
    const dataset = { ...images, subjects, files, attributes };
    const folder = folderOf({});
    writeFileSync(join(folder, 'yale.npz'), npzFile(dataset));
    writeFileSync(join(folder, 'yale.mat'), matFile(dataset));
    await writePngFolder(join(folder, 'png'), imagesByOne(dataset));
    expect(readdirSync(join(folder, 'png/subject-subject01'))).toContain('subject01.glasses.png');
    for (const name of ['yale.npz', 'yale.mat', 'png']) {
      const again = await importDataset({ path: join(folder, name), size: null });
      expect(again.hash, name).toBe(yale.hash);
      expect(again.attributes, name).toEqual(yale.attributes);
    }
  });
});
