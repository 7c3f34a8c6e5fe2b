import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../../src/main/import/index.ts';
import { encodeNpy } from '../../../../src/core/formats/npy.ts';
import { folderOf, pgm } from '../folder.ts';

const bytes = (text: string): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(200)]);

describe('a file that is not read is refused with what it is and the next step', () => {
  it.each<[string, Uint8Array | string, RegExp]>([
    ['empty.csv', '', /^empty\.csv is empty\. Fetch or export it again\.$/],
    ['faces.mat', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\n', /git lfs pull/],
    ['faces.zip', '<!DOCTYPE html>\n<html><body>404</body></html>', /web page: the download failed.*import that\.$/],
    ['faces.csv', '\n<html><head></head></html>', /web page: the download failed/],
    ['faces.pkl', bytes('\x80\x04\x95'), /Python pickle.*pickle\.load.*numpy\.savez\("faces\.npz".*import that\.$/],
    ['faces', bytes('\x80\x03}q'), /Python pickle/],
    ['faces.pt', bytes('PK\x03\x04'), /PyTorch.*numpy\.savez/],
    ['faces.rar', bytes('Rar!\x1a\x07'), /RAR archive\. Unpack it, and import the folder or file that it holds\.$/],
    ['faces.7z', bytes('7z\xbc\xaf\x27\x1c'), /7-Zip archive\. Unpack it/],
    ['faces.tar.bz2', bytes('BZh91AY'), /compressed by bzip2\. Unpack it/],
    ['faces.tar.xz', bytes('\xfd7zXZ\0'), /compressed by xz\. Unpack it/],
    ['faces.csv.zst', bytes('\x28\xb5\x2f\xfd'), /is compressed\. Unpack it/],
    ['faces.xlsx', bytes('PK\x03\x04'), /spreadsheet\. Save its sheet as CSV, and import that\.$/],
    ['faces.docx', bytes('PK\x03\x04'), /document\. Save its table as CSV/],
    ['faces.parquet', bytes('PAR1'), /pandas\.read_parquet\("faces\.parquet"\)\.to_csv\("faces\.csv", index=False\)/],
    ['faces.feather', bytes('ARROW1'), /pandas\.read_feather/],
    ['faces.rds', gzipSync('X'), /In R: write\.csv/],
    ['faces.sqlite', bytes('SQLite format 3\0'), /Export its table as CSV/],
    ['faces.pdf', bytes('%PDF-1.4'), /PDF document/],
    ['faces.mp4', bytes('\0\0\0\x18ftypmp42'), /ffmpeg -i "faces\.mp4" frame%05d\.png/],
    ['faces.avi', bytes('RIFF\0\0\0\0AVI LIST'), /is a video/],
    ['face.heic', bytes('\0\0\0\x18ftypheic'), /Save the images as PNG/],
    ['faces.json', '{"images": []}', /is JSON\. Save its numbers as CSV/],
    ['faces.npy', '1 2 3\n4 5 6\n', /is text, not an array of NumPy\. Rename it to "faces\.csv"/],
    ['faces.mat', '1 2 3\n4 5 6\n', /is text, not a file of MATLAB\. Rename it to "faces\.csv"/],
    ['faces.npz', encodeNpy({ shape: [1, 2], data: [1, 2] }), /Rename it to "faces\.npy"/],
    ['faces.data', gzipSync('1,2'), /compressed by gzip\. Rename it to "faces\.data\.gz"/],
    ['1.pgm', pgm(2, 2, 1), /is one image\. Choose the folder that holds the database\.$/],
    ['photo', bytes('\xff\xd8\xff\xe0'), /is one image/],
    ['notes.md', '# Faces\n', /neither a MATLAB, .* Save it as one of these, or choose a folder of images\.$/],
  ])('%s (%#)', async (name, data, message) => {
    const reading = importDataset({ path: join(folderOf({ [name]: data }), name), size: null });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(new RegExp(`^${name.replaceAll('.', '\\.')} is .*\\.$`));
  });

  it.each(['faces.mat', 'faces.npy', 'faces.csv'])('%s that is empty within gzip, too', async (name) => {
    const path = join(folderOf({ [`${name}.gz`]: gzipSync('') }), `${name}.gz`);
    await expect(importDataset({ path, size: null })).rejects.toThrow(`${name} is empty.`);
  });
});
