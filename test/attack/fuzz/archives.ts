/**
 * Archives that lie: sizes, checksums, methods, places, names, counts, arrays in arrays' clothes, bombs. What reads
 * them refuses them in a sentence, or reads what is there, in little time and memory.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { crc32 } from '../../../src/core/formats/inflate.ts';
import { decodeNpz } from '../../../src/core/formats/npz.ts';
import { gunzip, gunzipHead } from '../../../src/main/import/decode/gunzip.ts';
import { importDataset, ImportError } from '../../../src/main/import/index.ts';
import { archiveReaders } from './documents.ts';
import { tarOf, type TarEntry } from '../../support/archiveFiles.ts';
import { mutate, type Random } from './mutate.ts';
import { ofBytes, refusal, SLOW, type Target } from './target.ts';
import { watchMemory } from './watchMemory.ts';

/** Bytes beyond what the process had: archives here have at most some megabytes, and claims must not be believed. */
const MOST_MEMORY = 600 * 2 ** 20;

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

const NAMES = [
  'fea.npy',
  'gnd.npy',
  'images.npy',
  'subjects.npy',
  'scores/k=2/1.npy',
  '../../outside.npy',
  '/etc/outside.npy',
  'C:\\outside.npy',
  '__proto__.npy',
  'a\u0000b.npy',
  'a\n\u001b]0;title\u0007\u202e.npy',
  '.npy',
  'read.me',
  's1/1.pgm',
  's2/1.pgm',
  'a/../../outside.pgm',
  '..\\outside.pgm',
];
const SHAPES = [
  '(4, 6)',
  '(6,)',
  '()',
  '(0, 5)',
  '(-1, 4)',
  '(99999999999, 99999999999)',
  '(1000000000,)',
  '(2, 3, 4, 5, 6)',
  '(1e3,)',
  '4',
];
const TYPES = ['<f8', '<f4', '|u1', '<i8', '>f8', '|O', '<U1000000', '<U4', '|S9', '|V8', '<c16', '<M8[s]', '|b1', 'x'];

/** An NPY array whose header need not be true. */
function npy(random: Random): Buffer {
  const honest = random(3) > 0;
  const shape = honest ? oneOf(random, ['(4, 6)', '(24,)']) : oneOf(random, SHAPES);
  const type = honest ? '<f8' : oneOf(random, TYPES);
  const order = oneOf(random, ['False', 'True']);
  const header = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': ${shape}, }`.padEnd(117) + '\n';
  const body = random(8) === 0 ? Buffer.alloc(2 ** 20 * (1 + random(32))) : Buffer.alloc(honest ? 192 : random(400), 1);
  return Buffer.concat([Buffer.from([147, 78, 85, 77, 80, 89, 1, 0, 118, 0]), Buffer.from(header), body]);
}

/** An archive; of its fields one in twelve or so is another than it should be. */
function archive(random: Random): Buffer {
  const lie = (truth: number, ...others: readonly number[]): number =>
    random(12) === 0 ? oneOf(random, [...others, truth + 1, 0, 0xffff, 0xffffffff]) : truth;
  const many = random(40) === 0;
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  const contents = Array.from({ length: many ? 1 : random(5) }, () => {
    const content = npy(random);
    const deflated = random(2) === 0;
    return { content, deflated, check: crc32(content), body: deflated ? deflateRawSync(content) : content };
  });
  const count = many ? 3000 : contents.length;
  for (let n = 0; n < count; n++) {
    const { content, deflated, check, body } = contents[n % contents.length];
    const name = Buffer.from(random(60) === 0 ? `${'n'.repeat(60_000)}.npy` : oneOf(random, NAMES));
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(lie(0, 1, 8, 0x800) & 0xffff, 2);
    fields.writeUInt16LE(lie(deflated ? 8 : 0, 0, 8, 9, 12, 99) & 0xffff, 4);
    fields.writeUInt32LE(lie(check) >>> 0, 10);
    fields.writeUInt32LE(lie(body.length, 1, 2 ** 31) >>> 0, 14);
    fields.writeUInt32LE(lie(content.length, 1, 2 ** 31, 2 ** 32 - 2) >>> 0, 18);
    fields.writeUInt16LE(name.length, 22);
    fields.writeUInt16LE(lie(0, 4) & 0xffff, 24);
    // Of many entries all have the same data.
    const place = many && n > 0 ? 0 : at;
    if (place === at) {
      const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, body]);
      locals.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(lie(place, 0, at) >>> 0, 10);
    central.push(
      Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
      fields.subarray(0, 24),
      Buffer.alloc(2),
      rest,
      name,
    );
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(lie(count, 0xffff) & 0xffff, 8);
  end.writeUInt16LE(lie(count, 0xffff) & 0xffff, 10);
  end.writeUInt32LE(lie(directory.length) >>> 0, 12);
  end.writeUInt32LE(lie(at, 0) >>> 0, 16);
  end.writeUInt16LE(lie(0, 500) & 0xffff, 20);
  const whole = Buffer.concat([...locals, directory, end, Buffer.alloc(random(10) === 0 ? random(70_000) : 0)]);
  return random(4) === 0 ? Buffer.from(mutate(whole, random)) : whole;
}

/** All but the import take the bytes. */
const readers = [decodeNpz, ...archiveReaders];

export async function archives(folder: string): Promise<Target> {
  const above = join(folder, 'archive');
  const inside = join(above, 'inside');
  mkdirSync(inside, { recursive: true });
  return {
    name: 'archive',
    weight: SLOW,
    async attempt(random) {
      const bytes = archive(random);
      const choice = random(readers.length + 2);
      const path = join(inside, choice === readers.length ? 'faces.npz' : 'faces.zip');
      const input = (): string => `reader ${choice} of ${bytes.length} bytes`;
      const taken = watchMemory();
      let outcome = 'read';
      try {
        if (choice < readers.length) readers[choice](bytes);
        else {
          writeFileSync(path, bytes);
          await importDataset({ path, size: null });
        }
      } catch (error) {
        if (error instanceof ImportError && /^[^\n]{10,400}$/.test(error.message)) outcome = 'refused';
        else outcome = refusal(error, input);
      }
      rmSync(path, { force: true });
      if (readdirSync(above).length > 1 || readdirSync(inside).length > 0) {
        throw new Error(`a file was written, by ${input()}`);
      }
      const most = taken();
      if (most > MOST_MEMORY) throw new Error(`${Math.round(most / 2 ** 20)} MiB were taken by ${input()}`);
      return outcome;
    },
  };
}

/** A tar archive whose entries have any name and type; of half of them some bytes are damaged, half are compressed. */
async function tar(random: Random): Promise<Buffer> {
  const types = ['file', 'file', 'file', 'directory', 'symlink', 'link', 'fifo', 'character-device'] as const;
  const entries = Array.from({ length: random(6) }, (): TarEntry => {
    const type = oneOf(random, types);
    const data = type === 'file' ? `P5\n2 2\n255\n${'a'.repeat(random(8))}` : '';
    const name = random(30) === 0 ? `s1/${'n'.repeat(3000)}.pgm` : oneOf(random, NAMES);
    return { name, type, data, ...(type.endsWith('link') && { linkname: oneOf(random, NAMES) }) };
  });
  const whole = Buffer.from(await tarOf(entries));
  const damaged = random(2) === 0 ? Buffer.from(mutate(whole, random)) : whole;
  const packed = random(2) === 0 ? gzipSync(damaged, { level: 1 }) : damaged;
  return random(8) === 0 ? Buffer.from(mutate(packed, random)) : packed;
}

/** Imports of tar archives. */
export function tars(folder: string): Promise<Target> {
  const above = join(folder, 'tar');
  const inside = join(above, 'inside');
  mkdirSync(inside, { recursive: true });
  return Promise.resolve({
    name: 'tar',
    weight: SLOW,
    async attempt(random) {
      const bytes = await tar(random);
      const path = join(inside, bytes[0] === 0x1f ? 'faces.tgz' : 'faces.tar');
      writeFileSync(path, bytes);
      const outcome = await importDataset({ path, size: null }).then(
        () => 'read',
        (error: unknown) => {
          if (error instanceof ImportError && /^[^\n]{10,800}$/.test(error.message)) return 'refused';
          return refusal(error, () => bytes.toString('base64').slice(0, 4000));
        },
      );
      rmSync(path, { force: true });
      if (readdirSync(above).length > 1 || readdirSync(inside).length > 0)
        throw new Error('a file was written outside');
      return outcome;
    },
  });
}

/** Files compressed by gzip. */
export function compressed(): Promise<Target> {
  const seeds = ['a,b\n1,2\n'.repeat(40), '', '0'.repeat(60_000)].map((text) => gzipSync(text));
  const several = Buffer.concat([seeds[0], seeds[2]]);
  return Promise.resolve(
    ofBytes('gunzip', SLOW, [...seeds, several], async (bytes) => {
      const head = await gunzipHead(bytes, 128);
      if (head.length > 128) throw new Error(`${head.length} bytes of a head of 128`);
      return gunzip(bytes, 2 ** 16);
    }),
  );
}
