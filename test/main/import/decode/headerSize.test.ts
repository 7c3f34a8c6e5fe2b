/** The size that a header states is the size of the decoded image; a file that does not decode states none. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { headerSize } from '../../../../src/core/formats/pictures/headerSize.ts';
import { decodeImage } from '../../../../src/main/import/decode/decodeImage.ts';
import { pgm } from '../folder.ts';

const fixtures = new URL('../../../fixtures/formats/', import.meta.url);
const pictures = readdirSync(fixtures).filter((name) => /\.(png|jpg|gif|tif|webp|bmp)$/.test(name));

function stated(bytes: Uint8Array, frame = 0) {
  return headerSize({ head: bytes, tail: bytes.subarray(-16), length: bytes.length }, frame);
}

async function decoded(bytes: Uint8Array, frame = 0) {
  return decodeImage(bytes, { frame }).then(
    ({ rows, cols }) => ({ rows, cols }),
    () => null,
  );
}

/** Images of 5 × 7 in every format and orientation that sharp writes. */
const written: Record<string, () => Promise<Uint8Array>> = {};
const blank = () => sharp({ create: { width: 7, height: 5, channels: 3, background: '#305070' } });
for (const orientation of [1, 3, 5, 6, 8]) {
  const turned = () => blank().withMetadata({ orientation });
  written[`png ${orientation}`] = () => turned().png().toBuffer();
  written[`jpeg ${orientation}`] = () => turned().jpeg().toBuffer();
  written[`progressive jpeg ${orientation}`] = () => turned().jpeg({ progressive: true }).toBuffer();
  written[`webp ${orientation}`] = () => turned().webp().toBuffer();
  written[`lossless webp ${orientation}`] = () => turned().webp({ lossless: true }).toBuffer();
  written[`tiff ${orientation}`] = () => turned().tiff({ compression: 'lzw' }).toBuffer();
}
written['palette png'] = () => blank().png({ palette: true }).toBuffer();
written['webp without metadata'] = () => blank().webp().toBuffer();
written['lossless webp without metadata'] = () => blank().webp({ lossless: true }).toBuffer();
written['gif'] = () => blank().gif().toBuffer();
written['pgm'] = async () => pgm(5, 7, 9);
written['pgm with a comment'] = async () => Buffer.from('P5\n# drawn\n7 5 255\n'.padEnd(20 + 35, '~'));
written['pbm'] = async () => Buffer.concat([Buffer.from('P4 7 5\n'), Buffer.alloc(5)]);
written['pfm'] = async () => Buffer.concat([Buffer.from('Pf\n7 5\n-1\n'), Buffer.alloc(4 * 35)]);

describe('the size in a header', () => {
  it.each(pictures)('%s: as decoded, for every frame', async (name) => {
    const bytes = readFileSync(new URL(name, fixtures));
    for (const frame of name.startsWith('frames') ? [0, 1, 2] : [0]) {
      expect(stated(bytes, frame)).toEqual(await decoded(bytes, frame));
    }
  });

  it.each(Object.keys(written))('%s: as decoded', async (name) => {
    const bytes = await written[name]();
    const size = await decoded(bytes);
    expect(size).not.toBeNull();
    expect(stated(bytes)).toEqual(size);
  });

  it.each(Object.keys(written))('%s, cut off: none, or that of what is left', async (name) => {
    const bytes = await written[name]();
    for (let length = 1; length < bytes.length; length += Math.max(1, Math.floor(bytes.length / 40))) {
      const part = bytes.subarray(0, length);
      const size = stated(part);
      if (size !== null) expect([length, size]).toEqual([length, await decoded(part)]);
    }
  });

  it('none of a claim that is larger than the file, or than any image may be', () => {
    expect(stated(Buffer.from('P5\n100000 100000\n255\nabc'))).toBeNull();
    expect(stated(Buffer.from('P5\n0 5\n255\nabc'))).toBeNull();
    expect(stated(Buffer.from('no image'))).toBeNull();
    expect(stated(new Uint8Array(0))).toBeNull();
  });

  it('none of a screen that a GIF does not fill, which decoders correct', async () => {
    const bytes = new Uint8Array(await written['gif']());
    bytes[6] = 200;
    expect(stated(bytes)).toBeNull();
  });
});
