// @module-tag processes
/**
 * Under Electron on Linux images are decoded by the WebAssembly build: the same bytes, hence the same dataset hash. The
 * children of this test take themselves for Electron.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawFace } from '../../../../src/core/synthetic/drawFace.ts';
import { drawAppearance, drawIdentity } from '../../../../src/core/synthetic/faceParameters.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { commandLineFile } from '../../../support/builtApplication.ts';
import { skipWhen } from '../../../support/skips.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const root = resolve(import.meta.dirname, '../../../..');
const [rows, cols] = [45, 38];

/** A face in colours of `scale` times the numbers of bytes. */
function face(seed: number, channels: 1 | 3, scale = 1): Float64Array {
  const random = stream('webAssembly test', seed);
  const { data } = drawFace(drawIdentity(random), drawAppearance(random, 1), rows, cols);
  return Float64Array.from({ length: rows * cols * channels }, (_, i) => {
    const grey = data[Math.floor(i / channels)] + 25 * (i % channels) + 8 * random.normal();
    return scale * Math.min(255, Math.max(0, Math.round(grey)));
  });
}

function picture(seed: number, channels: 1 | 3) {
  const raw = { width: cols, height: rows, channels };
  return sharp(Uint8Array.from(face(seed, channels)), { raw }).toColourspace(channels === 1 ? 'b-w' : 'srgb');
}

function deep(seed: number, channels: 1 | 3) {
  const raw = { width: cols, height: rows, channels };
  return sharp(Uint16Array.from(face(seed, channels, 257)), { raw }).toColourspace(channels === 1 ? 'grey16' : 'rgb16');
}

/** Files of every kind that sharp decodes for us. */
async function writeImages(folder: string): Promise<void> {
  const files = {
    'jpeg-420.jpg': picture(1, 3).jpeg({ quality: 71, chromaSubsampling: '4:2:0' }),
    'jpeg-progressive.jpg': picture(2, 3).jpeg({ quality: 83, chromaSubsampling: '4:4:4', progressive: true }),
    'jpeg-grey.jpg': picture(3, 1).jpeg({ quality: 60 }),
    'jpeg-rotated.jpg': picture(3, 3).withMetadata({ orientation: 6 }).jpeg(),
    'tiff-lzw.tif': picture(4, 3).tiff({ compression: 'lzw', predictor: 'horizontal' }),
    'tiff-deflate.tif': picture(5, 1).tiff({ compression: 'deflate' }),
    'tiff-16.tif': deep(5, 1).tiff({ compression: 'lzw' }),
    'webp-lossy.webp': picture(6, 3).webp({ quality: 70 }),
    'webp-lossless.webp': picture(7, 3).webp({ lossless: true }),
    'gif.gif': picture(8, 3).gif(),
    'png-palette.png': picture(9, 3).png({ palette: true, colours: 60 }),
    'png-interlaced.png': picture(10, 1).png({ progressive: true }),
    'png-16.png': deep(11, 3).png({ progressive: true }),
    'png-16-grey.png': deep(12, 1).png({ progressive: true }),
  };
  mkdirSync(folder);
  for (const [name, image] of Object.entries(files)) writeFileSync(join(folder, name), await image.toBuffer());
}

function run(parameters: readonly string[], pretend: boolean): string {
  const disguise = pretend ? ['--import', join(import.meta.dirname, 'workers/pretendElectron.ts')] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...disguise, ...parameters], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

describe('the WebAssembly build', skipWhen(process.platform !== 'linux', 'about Electron on Linux'), () => {
  it('decodes every format to the bytes of the native one', async () => {
    const folder = join(temporaryFolder(), 'images');
    await writeImages(folder);
    const script = join(import.meta.dirname, 'workers/decodeInChild.ts');
    const [native, wasm] = [false, true].map((pretend) => JSON.parse(run([script, folder], pretend)));
    expect(native).toMatchObject({ build: 'native', nativeLoaded: true });
    expect(wasm).toMatchObject({ build: 'WebAssembly', nativeLoaded: false });
    expect(Object.keys(native.digests)).toEqual(readdirSync(folder).sort());
    expect(wasm.digests).toEqual(native.digests);
  });

  it('gives an imported dataset the same hash, and exports the same PNG files', async () => {
    const folder = join(temporaryFolder(), 'images');
    for (const subject of ['s1', 's2']) {
      mkdirSync(join(folder, subject), { recursive: true });
      for (const n of [1, 2, 3]) {
        const image = picture(n + (subject === 's1' ? 0 : 10), 3);
        writeFileSync(join(folder, subject, `${n}.jpg`), await image.jpeg({ quality: 75 }).toBuffer());
      }
    }
    const exported: Record<string, string>[] = [];
    const hashes = [false, true].map((pretend) => {
      const workspace = join(folder, '..', `${pretend}.eigenbench`);
      const eigenbench = (...words: string[]): string =>
        run([commandLineFile(), ...words, '--workspace', workspace], pretend);
      eigenbench('import', folder, '--name', 'faces');
      const images = join(folder, '..', `exported-${pretend}`);
      eigenbench('export', 'faces', '--format', 'png', '--out', images);
      const names = readdirSync(images, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
      exported.push(Object.fromEntries(names.map((name) => [name, readFileSync(join(images, name), 'base64')])));
      return JSON.parse(eigenbench('datasets', '--json'))[0].hash as string;
    });
    expect(hashes[0]).toMatch(/^[0-9a-f]{12,}$/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(Object.keys(exported[0])).toHaveLength(7);
    expect(exported[1]).toEqual(exported[0]);
  });

  it('is what every module of ours gets: none imports the library by itself', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|vue)$/.test(name),
    );
    const users = files.filter((name) =>
      /import\('sharp'\)|^import (?!type\b).*'sharp'/m.test(readFileSync(join(root, 'src', name), 'utf8')),
    );
    expect(users).toEqual([join('main', 'loadSharp.ts')]);
  });
});
