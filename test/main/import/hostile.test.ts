// @module-tag processes
/** Files that are made to harm, or harm by accident: each gives a line, and nothing else suffers. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../src/main/import/index.ts';
import { folderOf, pgm } from './folder.ts';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

/** A PNG of 8-bit grey whose header claims this size, with `length` zeros deflated: a bomb where that is much. */
function png(rows: number, cols: number, length: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(cols, 0);
  header.writeUInt32BE(rows, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(length))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a hostile folder', () => {
  it('gives a line a file; the others are imported, in bounded memory', async () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * i * 31) % 251);
    const jpeg = await sharp(noise, { raw: { width: 64, height: 64, channels: 1 } })
      .jpeg()
      .toBuffer();
    const gif = await sharp(noise, { raw: { width: 64, height: 64, channels: 1 } })
      .gif()
      .toBuffer();
    const path = folderOf({
      'good/1.pgm': pgm(2, 2, 7),
      'good/2.pgm': pgm(2, 2, 8),
      // 10⁹ pixels by their headers.
      'claims/1.pgm': 'P5\n100000 10000\n255\nabc',
      'claims/2.png': png(31_623, 31_623, 1000),
      'claims/3.ppm': 'P3\n100000 10000\n255\n1 2 3',
      // Bytes that grow a thousandfold.
      'bombs/1.png': png(20_000, 20_000, 40_000_000),
      'bombs/2.png': png(2, 2, 200_000_000),
      // 64 million pixels in 8 MB of bits.
      'bombs/3.pbm': Buffer.concat([Buffer.from('P4\n8000 8000\n'), Buffer.alloc(8_000_000)]),
      'cut/1.jpg': jpeg.subarray(0, jpeg.length / 2),
      'cut/2.gif': gif.subarray(0, gif.length / 2),
      'magic/1.png': jpeg,
      'magic/2.jpg': 'this is text',
      'magic/3.gif': Buffer.from('GIF89a'),
      'links/1.pgm': '',
      'pipes/1.pgm': '',
      'closed/1.pgm': pgm(2, 2, 9),
    });
    symlinkSync('self.pgm', join(path, 'links/self.pgm'));
    symlinkSync('..', join(path, 'links/up'));
    execFileSync('rm', [join(path, 'pipes/1.pgm')]);
    execFileSync('mkfifo', [join(path, 'pipes/1.pgm')]);
    chmodSync(join(path, 'closed/1.pgm'), 0);
    const latin = Buffer.concat([Buffer.from(`${path}/names/`), Buffer.from([0xe9, 0x2e, 0x70, 0x67, 0x6d])]);
    mkdirSync(join(path, 'names'));
    writeFileSync(latin, pgm(2, 2, 1));

    const before = process.memoryUsage().rss;
    const { files, problems } = await importDataset({
      path,
      size: null,
      recipe: { layout: 'folders', skipOtherSizes: true },
    });
    // Four readers with at most 50 million pixels each are the bound; refused files take next to nothing.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);

    const isRoot = process.getuid?.() === 0;
    // Surplus data behind the pixels of bombs/2.png are not inflated.
    expect(files).toEqual(['bombs/2.png', ...(isRoot ? ['closed/1.pgm'] : []), 'good/1.pgm', 'good/2.pgm']);
    const reasons = Object.fromEntries(problems.map(({ file, reason }) => [file, reason]));
    const expected: Record<string, RegExp> = {
      'claims/1.pgm': /expected 1000000000 bytes of pixels, found 3: the file is truncated/,
      'claims/2.png': /exceeds pixel limit/i,
      'claims/3.ppm': /expected at least \d+ bytes of pixels, found \d+: the file is truncated/,
      'bombs/1.png': /exceeds pixel limit/i,
      'bombs/3.pbm': /expected at most 50000000 pixels, found 8000 × 8000/,
      'cut/1.jpg': /expected a whole JPEG image, found one that is cut off after [\d.]+ (bytes|kB)/,
      'cut/2.gif': /expected a readable GIF image, found a damaged one/,
      'magic/1.png': /it has 64 × 64 pixels, and the most common size is 2 × 2/,
      'magic/2.jpg': /found an unknown format/,
      'magic/3.gif': /expected a readable GIF image, found a damaged one/,
      'links/1.pgm': /the file is empty/,
      'links/self.pgm': /its symbolic links form a loop/,
      'links/up': /it links back to a folder that contains it/,
      'pipes/1.pgm': /it is a pipe, socket or device/,
      'names/é.pgm': /its name is not UTF-8/,
      ...(isRoot ? {} : { 'closed/1.pgm': /permission denied/ }),
    };
    for (const [file, reason] of Object.entries(expected))
      expect([file, reasons[file]]).toEqual([file, expect.stringMatching(reason)]);
    expect(Object.keys(reasons).sort()).toEqual(Object.keys(expected).sort());
  });
});
