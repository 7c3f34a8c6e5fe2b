/** ZIP and tar archives of small files. */
import { zipSync } from 'fflate';
import { packTar, type TarHeader } from 'modern-tar';
import { crc32 } from '../../src/core/formats/inflate.ts';

export type Files = Readonly<Record<string, Uint8Array | string>>;

/** A deflated ZIP archive. */
export function zipOf(files: Files): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, data]) => [name, new Uint8Array(Buffer.from(data))])),
  );
}

export interface TarEntry extends Partial<TarHeader> {
  readonly name: string;
  readonly data?: Uint8Array | string;
}

/** A tar archive of entries of any type. */
export function tarOf(entries: readonly TarEntry[]): Promise<Uint8Array> {
  return packTar(
    entries.map(({ data = '', ...header }) => {
      const body = Buffer.from(data);
      return { header: { type: 'file', size: body.length, ...header }, body };
    }),
  );
}

/** A tar archive of files. */
export function tarFiles(files: Files): Promise<Uint8Array> {
  return tarOf(Object.entries(files).map(([name, data]) => ({ name, data })));
}

/** A ZIP archive of stored files whose directory states sizes, places and its own place in 64 bits. */
export function zip64Of(files: Files): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const wide = Buffer.alloc(28);
    wide.writeUInt16LE(1, 0);
    wide.writeUInt16LE(24, 2);
    [data.length, data.length, at].forEach((value, i) => wide.writeBigUInt64LE(BigInt(value), 4 + 8 * i));
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    fields.copy(entry, 6);
    entry.fill(0xff, 20, 28);
    entry.writeUInt16LE(wide.length, 30);
    entry.fill(0xff, 42, 46);
    central.push(entry, Buffer.from(name), wide);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(BigInt(locals.length), 32);
  record.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(at + directory.length), 8);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.fill(0xff, 8, 20);
  return Buffer.concat([...locals, directory, record, locator, end]);
}
