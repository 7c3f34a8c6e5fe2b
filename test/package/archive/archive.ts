/** An archive of the packaged application, read as Electron reads it: files in it, and those that lie beside it. */
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

interface Node {
  readonly files?: Readonly<Record<string, Node>>;
  readonly size?: number;
  readonly unpacked?: boolean;
}

interface Asar {
  readonly getRawHeader: (archive: string) => { readonly header: Node };
  readonly extractFile: (archive: string, name: string) => Buffer;
}

export type Found =
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | { readonly kind: 'file'; readonly size: number; readonly read: () => Buffer }
  /** A file beside the archive. */
  | { readonly kind: 'unpacked'; readonly path: string };

/** Answers what is at a path: null where nothing is, undefined where the path does not lead into the archive. */
export function openArchive(archive: string): (path: string) => Found | null | undefined {
  const packaging = resolve(import.meta.dirname, '../../../packaging/package.json');
  const asar = createRequire(packaging)('@electron/asar') as Asar;
  const { header } = asar.getRawHeader(archive);
  return (path) => {
    const whole = resolve(path);
    if (whole !== archive && !whole.startsWith(archive + sep)) return undefined;
    const name = whole.slice(archive.length + 1);
    let node: Node | undefined = header;
    for (const part of name === '' ? [] : name.split(sep)) node = node?.files?.[part];
    if (node === undefined) return null;
    if (node.files) return { kind: 'folder', names: Object.keys(node.files) };
    if (node.unpacked) return { kind: 'unpacked', path: join(`${archive}.unpacked`, name) };
    return { kind: 'file', size: node.size ?? 0, read: () => asar.extractFile(archive, name) };
  };
}

/** The archive that this process and its threads run from. */
export const archivePath = process.env['EIGENBENCH_ARCHIVE']!;
