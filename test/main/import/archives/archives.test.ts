import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../src/main/cancelled.ts';
import { importDataset, scanImport, type ImportedDataset } from '../../../../src/main/import/index.ts';
import { removeUnpacked, withSource, withUnpacked } from '../../../../src/main/import/archives/withSource.ts';
import { unpackInto } from '../../../../src/main/import/archives/unpacking.ts';
import { tarFiles, tarOf, zip64Of, zipOf, type Files, type TarEntry } from '../../../support/archiveFiles.ts';
import { matFile } from '../../../support/datasetFiles.ts';
import { folderOf, pgm } from '../folder.ts';

const unpackedFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('eigenbench-') && name.includes(`-${process.pid}-`));

afterEach(async () => {
  removeUnpacked();
  await expect.poll(unpackedFolders).toEqual([]);
});

/** Two subjects with two images each, as the pictures of ORL lie. */
const faces: Files = {
  'faces/s1/1.pgm': pgm(3, 2, 1),
  'faces/s1/2.pgm': pgm(3, 2, 2),
  'faces/s2/1.pgm': pgm(3, 2, 3),
  'faces/s2/2.pgm': pgm(3, 2, 4),
};

const mat = matFile({
  rows: 2,
  cols: 2,
  count: 4,
  pixels: Uint8Array.from({ length: 16 }, (_, i) => 3 * i),
  subjects: ['a', 'a', 'b', 'b'],
  files: ['1', '2', '3', '4'],
  attributes: [{}, {}, {}, {}],
});

const csv = 'f1,f2,f3,f4,subject\n1,2,3,4,anna\n2,3,4,5,anna\n9,8,7,6,bert\n8,7,6,5,bert\n';

/** Writes one file to a folder of its own and returns its path. */
function written(name: string, data: Uint8Array | string): string {
  return join(folderOf({ [name]: data }), name);
}

const read = (path: string): Promise<ImportedDataset> => importDataset({ path, size: null });

const reasonsOf = ({ problems }: ImportedDataset): Record<string, string> =>
  Object.fromEntries(problems.map(({ file, reason }) => [file, reason]));

describe('an archive is imported as what it holds', () => {
  const endings: Readonly<Record<string, (files: Files) => Uint8Array | Promise<Uint8Array>>> = {
    zip: zipOf,
    tar: tarFiles,
    'tar.gz': async (files) => gzipSync(await tarFiles(files)),
    tgz: async (files) => gzipSync(await tarFiles(files)),
  };

  it.each(Object.keys(endings))('a folder of images in .%s', async (ending) => {
    const path = written(`orl.${ending}`, await endings[ending](faces));
    const { hash, files, subjects, making } = await read(path);
    expect(hash).toBe((await read(folderOf(faces))).hash);
    expect(files).toEqual(Object.keys(faces));
    expect(subjects).toEqual(['s1', 's1', 's2', 's2']);
    const bytes = readFileSync(path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const source = `orl.${ending}`;
    expect(making?.[0]).toMatchObject({ source, files: [{ file: source, bytes: bytes.length, hash: digest }] });
    expect(await scanImport(path)).toMatchObject({ suggestedName: 'orl', images: 4, subjects: 2, rows: 3, cols: 2 });
  });

  it.each([
    ['faces.mat', mat],
    ['faces.csv', csv],
  ])('%s in .zip, .tar.gz and .gz', async (name, data) => {
    const alone = await read(written(name, data));
    const archives = {
      'a.zip': zipOf({ [`deep/${name}`]: data }),
      'a.tar.gz': gzipSync(await tarFiles({ [name]: data })),
      [`${name}.gz`]: gzipSync(data),
    };
    for (const [archive, bytes] of Object.entries(archives)) {
      const dataset = await read(written(archive, bytes));
      expect(dataset.hash).toBe(alone.hash);
      expect(dataset.subjects).toEqual(alone.subjects);
      expect(dataset.making?.[0]).toMatchObject({ files: [{ file: archive, bytes: bytes.length }] });
    }
  });

  it('names in code page 437 and in UTF-8 without a flag are read', async () => {
    const bytes = Buffer.from(
      zipOf(
        Object.fromEntries(
          ['Ann', 'Bj#rn', 'Cy'].flatMap((name, n) =>
            [1, 2].map((shot) => [`${name}/${shot}.pgm`, pgm(2, 2, 2 * n + shot)]),
          ),
        ),
      ),
    );
    const inCodePage = Buffer.from(bytes.toString('latin1').replaceAll('Bj#rn', 'Bj\x94rn'), 'latin1');
    expect(new Set((await read(written('a.zip', inCodePage))).subjects)).toEqual(new Set(['Ann', 'Björn', 'Cy']));
  });

  it('ZIP64 numbers are read where the directory states them', async () => {
    expect((await read(written('a.zip', zip64Of(faces)))).subjects).toEqual(['s1', 's1', 's2', 's2']);
  });
});

describe('a hostile archive', () => {
  const outside = ['../up.pgm', 'a/../../up.pgm', '/tmp/eigenbench-up.pgm', 'C:/up.pgm', '..\\up.pgm'];

  it('leaves out of a ZIP what leads outside or is no file', async () => {
    const hostile = Object.fromEntries(outside.map((name) => [name, pgm(3, 2, 9)]));
    const inner = { 'inner.zip': zipOf(faces), 'inner.tar.gz': 'x', 'a\nb.pgm': pgm(3, 2, 9) };
    const link: Zippable = { 'link.pgm': [Buffer.from('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] };
    const clutter = { '__MACOSX/._1.pgm': 'x', 'faces/.DS_Store': 'x' };
    const plain = { ...faces, ...hostile, ...inner, ...clutter };
    const bytes = zipSync({
      ...Object.fromEntries(Object.entries(plain).map(([n, data]) => [n, Buffer.from(data)])),
      ...link,
    });
    const dataset = await read(written('a.zip', bytes));
    expect(dataset.files).toEqual(Object.keys(faces));
    const reasons = reasonsOf(dataset);
    for (const name of outside) expect([name, reasons[name]]).toEqual([name, 'its path leads out of the archive']);
    expect(reasons).toMatchObject({
      'inner.zip': 'it is an archive in the archive; unpack it to import it',
      'inner.tar.gz': 'it is an archive in the archive; unpack it to import it',
      'a\nb.pgm': 'its name must not contain control or bidirectional characters',
      'link.pgm': 'it is a link, which is not followed in an archive',
    });
    expect(dataset.problems).toHaveLength(outside.length + 4);
  });

  it('leaves out of a tar what leads outside or is no file', async () => {
    const entries: TarEntry[] = [
      ...Object.entries(faces).map(([name, data]) => ({ name, data: Buffer.from(data) })),
      { name: 'faces/s1/1.pgm', data: pgm(3, 2, 9) },
      ...outside.map((name) => ({ name, data: pgm(3, 2, 9) })),
      { name: 'link.pgm', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard.pgm', type: 'link', linkname: '/etc/passwd' },
      { name: 'pipe.pgm', type: 'fifo' },
      { name: 'disk.pgm', type: 'block-device' },
    ];
    const dataset = await read(written('a.tar', await tarOf(entries)));
    expect(dataset.files).toEqual(Object.keys(faces));
    const reasons = reasonsOf(dataset);
    for (const name of outside) expect([name, reasons[name]]).toEqual([name, 'its path leads out of the archive']);
    expect(reasons).toMatchObject({
      'faces/s1/1.pgm': 'a file of that name is there already',
      'link.pgm': 'it is a link, which is not followed in an archive',
      'hard.pgm': 'it is a link, which is not followed in an archive',
      'pipe.pgm': 'it is a pipe or device',
      'disk.pgm': 'it is a pipe or device',
    });
  });

  it('is refused in a sentence with the next step if it is damaged, and nothing of it remains', async () => {
    const whole = Buffer.from(zipOf(faces));
    const packed = Buffer.from(gzipSync(await tarFiles(faces)));
    const badData = Buffer.from(zipSync({ 'faces/s1/1.pgm': [pgm(3, 2, 1), { level: 0 }] }));
    badData[badData.indexOf('P5') + 12] ^= 1;
    const encrypted = Buffer.from(whole);
    encrypted[encrypted.indexOf('PK\x01\x02') + 8] |= 1;
    const many = Buffer.from(whole);
    const end = many.lastIndexOf('PK\x05\x06');
    many.writeUInt16LE(60_000, end + 10);
    const badHeader = Buffer.from(await tarFiles(faces));
    badHeader[1024] ^= 1;
    const cases: [string, Uint8Array, RegExp][] = [
      ['a.zip', whole.subarray(0, -30), /^a\.zip: expected the end record of a ZIP archive, .* its folder\.$/],
      ['a.zip', badData, /^a\.zip: expected .*"faces\/s1\/1\.pgm".* unpack it and import its folder\.$/],
      ['a.zip', encrypted, /^a\.zip is encrypted \("faces\/s1\/1\.pgm"\)\. Unpack it with its password, .*\.$/],
      ['a.zip', many, /^a\.zip: expected 60000 entries in the ZIP directory, found 4\. .* its folder\.$/],
      ['a.zip', zipOf({}), /^a\.zip holds no file that can be read\. .* images\.$/],
      ['a.zip', zipOf({ 'b.zip': 'x' }), /^a\.zip holds no file that can be read: b\.zip, it is an archive in .*\.$/],
      ['a.tgz', packed.subarray(0, -30), /^a\.tgz: expected a whole tar archive, found a damaged one.* its folder\.$/],
      [
        'a.tar',
        badHeader,
        /^a\.tar: expected a whole tar archive, .* at "faces\/s1\/1\.pgm" \(.*\)\. .* its folder\.$/,
      ],
      ['a.tar', (await tarFiles(faces)).subarray(0, 1500), /^a\.tar: expected a whole tar archive, .*truncated.*\.$/],
      ['a.csv.gz', gzipSync(csv).subarray(0, -9), /^a\.csv\.gz: expected a whole gzip file, found a damaged one.*\.$/],
    ];
    for (const [name, bytes, message] of cases) {
      await expect(read(written(name, bytes))).rejects.toThrow(message);
      await expect.poll(unpackedFolders).toEqual([]);
    }
  });

  it('quotes names of any length in part', async () => {
    const long = `${'n'.repeat(60_000)}.pgm`;
    const files = { ...faces, [long]: 'x', [`${long}/../../x.pgm`]: 'x' };
    const encrypted = Buffer.from(zipOf(files));
    encrypted[encrypted.lastIndexOf('PK\x01\x02') + 8] |= 1;
    const error = await read(written('a.zip', encrypted)).catch((thrown: Error) => thrown);
    expect((error as Error).message).toMatch(/^a\.zip is encrypted \("nnn.*…"\)\. Unpack/);
    expect((error as Error).message.length).toBeLessThan(400);
    const { problems } = await read(written('a.zip', zipOf(files)));
    expect(problems).toHaveLength(2);
    for (const { file } of problems) expect(file).toMatch(/^n{199}…$/);
  });

  it('that would unpack without bound is refused before it fills the disk', async () => {
    // 8 GiB by its header.
    const huge = Buffer.from(await tarOf([{ name: 'a.pgm', data: 'x' }]));
    huge.write('77777777777\0', 124, 'latin1');
    huge.write('        ', 148, 'latin1');
    const sum = huge.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    huge.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    await expect(read(written('a.tar', huge))).rejects.toThrow(/^a\.tar: expected a whole tar archive.*\.$/);
    // 300 files in one, a thousandth as long as what they hold.
    const bomb = Buffer.concat(new Array<Buffer>(300).fill(gzipSync(Buffer.alloc(2 ** 20))));
    await expect(read(written('a.csv.gz', bomb))).rejects.toThrow(
      /^a\.csv\.gz: expected at most .* unpacked, found more; unpack it with gunzip and import that file\.$/,
    );
  });
});

describe('what is kept of an archive', () => {
  const tree = {
    path: '/',
    create: () => ({ write: () => undefined, close: () => undefined }),
    remove: () => undefined,
  };
  const file = (n: number, size: number) => ({ name: `${n}.pgm`, type: 'file', size }) as const;

  it('has at most 8 GiB and no more than is free', () => {
    const into = unpackInto(tree, 'a', 'a.zip');
    const openAll = (): void => {
      for (let n = 0; n < 9; n++) into.open(file(n, 2 ** 30));
    };
    expect(openAll).toThrow(/^a\.zip unpacks to more than .*\. Unpack it elsewhere, and import its folder\.$/);
    expect(into.open(file(10, 2 ** 31 + 1))).toBeNull();
    expect(into.problems.at(-1)).toEqual({ file: '10.pgm', reason: 'it has more than 2.15 GB' });
  });

  it('has at most 500,000 entries', () => {
    const into = unpackInto(tree, 'a', 'a.zip');
    for (let n = 0; n < 500_000; n++) into.open({ name: 'folder/', type: 'folder', size: 0 });
    expect(() => into.open(file(0, 1))).toThrow(/^a\.zip holds more than 500000 files\. Unpack it, .*\.$/);
  });
});

describe('an unpacked archive', () => {
  it('is kept for the next reader, and unpacked again once it has changed', async () => {
    const path = written('a.zip', zipOf(faces));
    const placeOf = (): Promise<string> =>
      withUnpacked(path, {}, undefined, ({ path: place }) => Promise.resolve(place));
    const first = await placeOf();
    expect(await placeOf()).toBe(first);
    expect(unpackedFolders()).toHaveLength(1);
    writeFileSync(path, zipOf({ ...faces, 'faces/s2/3.pgm': pgm(3, 2, 5) }));
    expect(await placeOf()).not.toBe(first);
    expect((await read(path)).images.count).toBe(5);
    await expect.poll(unpackedFolders).toHaveLength(1);
  });

  it('remains while something reads it, though another archive is opened', async () => {
    const [one, two] = [written('1.zip', zipOf(faces)), written('2.zip', zipOf(faces))];
    await withUnpacked(one, {}, undefined, async ({ path }) => {
      await read(two);
      expect(readdirSync(path)).toEqual(['faces']);
    });
    await expect.poll(unpackedFolders).toHaveLength(1);
  });

  it('can be read by its owner alone', async () => {
    await withUnpacked(written('a.zip', zipOf(faces)), {}, undefined, ({ roots }) => {
      if (process.platform !== 'win32') expect(statSync(roots![0]).mode & 0o77).toBe(0);
      return Promise.resolve();
    });
  });

  it('is removed when its import is cancelled', async () => {
    const path = written('a.tar.gz', gzipSync(await tarFiles(faces)));
    const stop = new AbortController();
    const reading = withSource(path, {}, { signal: stop.signal }, undefined, () => Promise.resolve());
    stop.abort();
    await expect(reading).rejects.toThrow(Cancelled);
    await expect.poll(unpackedFolders).toEqual([]);
  });

  it('that a killed process left is removed', async () => {
    const place = await withUnpacked(written('a.zip', zipOf(faces)), {}, undefined, ({ roots }) =>
      Promise.resolve(roots![0]),
    );
    // No process has this number.
    const abandoned = place.replace(`-${process.pid}-`, `-${2 ** 30}-`);
    rmSync(abandoned, { recursive: true, force: true });
    cpSync(place, abandoned, { recursive: true });
    removeUnpacked();
    expect(() => statSync(abandoned)).toThrow('ENOENT');
  });
});
