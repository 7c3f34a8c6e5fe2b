/** Resolves the name of a file: through links, to a file, a device, a pipe, or an open descriptor of this process. */
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export type Target =
  /** A regular file, existing or not; `path` is the end of all links. */
  | { readonly kind: 'file'; readonly path: string; readonly existing: Stats | null }
  /** A device, pipe or socket: written to directly. */
  | { readonly kind: 'stream'; readonly path: string }
  /** An open descriptor of this process, such as /dev/stdout. */
  | { readonly kind: 'descriptor'; readonly descriptor: number };

/** The limit of Linux. */
const MOST_LINKS = 40;

const DESCRIPTOR = /^\/(?:dev\/fd|proc\/(?:self|(\d+))\/fd)\/(\d+)$/;

/** Throws the system's error for a folder, for circular links, and if the file's folder does not exist. */
export function targetOf(name: string): Target {
  let path = resolve(name);
  // Device names that exist in every folder of Windows.
  if (path.startsWith('\\\\.\\')) return { kind: 'stream', path };
  for (let links = 0; links <= MOST_LINKS; links++) {
    path = join(realpathSync(dirname(path)), basename(path));
    const [, process, descriptor] = DESCRIPTOR.exec(path) ?? [];
    if (descriptor !== undefined && isOwn(process)) return { kind: 'descriptor', descriptor: Number(descriptor) };
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return { kind: 'file', path, existing: null };
    if (stats.isDirectory()) throw systemError('EISDIR', path);
    if (stats.isFile()) return { kind: 'file', path, existing: stats };
    if (!stats.isSymbolicLink()) return { kind: 'stream', path };
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw systemError('ELOOP', name);
}

const isOwn = (pid: string | undefined): boolean => pid === undefined || Number(pid) === process.pid;

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}
