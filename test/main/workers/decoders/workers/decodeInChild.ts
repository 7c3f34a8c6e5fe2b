/** Decodes the images of a folder as an import does; prints their digests and which build of sharp is loaded. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressedFormat } from '../../../../../src/main/import/decode/decodeImage.ts';
import { loadSharp } from '../../../../../src/main/loadSharp.ts';
import { decodePicture } from '../../../../../src/main/workers/decoders/decodePictures.ts';

const [folder] = process.argv.slice(2);
const digests: Record<string, string> = {};
for (const name of readdirSync(folder).sort()) {
  const bytes = readFileSync(join(folder, name));
  const { samples, ...shape } = await decodePicture({ bytes, format: compressedFormat(bytes)!, page: 0 });
  const { buffer, byteOffset, byteLength } = samples;
  const digest = createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
  digests[name] = `${JSON.stringify(shape)} ${digest}`;
}
const libraries = readFileSync('/proc/self/maps', 'latin1');
const build = 'emscripten' in (await loadSharp()).versions ? 'WebAssembly' : 'native';
process.stdout.write(JSON.stringify({ build, nativeLoaded: libraries.includes('libvips'), digests }));
