/** Where the name of a file leads: through links, to a file, a device, a pipe, or what this process has open. */
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export type Target =
  /** A regular file, or none yet; `path` is the end of all links. */
  | { readonly kind: 'file'; readonly path: string; readonly existing: Stats | null }
  /** A device, pipe or socket: written to as it is. */
  | { readonly kind: 'stream'; readonly path: string }
  /** Open in this process already, as /dev/stdout is. */
  | { readonly kind: 'descriptor'; readonly descriptor: number };

/** As many links as Linux follows. */
const MOST_LINKS = 40;

const DESCRIPTOR = /^\/(?:dev\/fd|proc\/(?:self|(\d+))\/fd)\/(\d+)$/;

/** Throws the system's error for a folder, for links in a circle, and where there is no folder for the file. */
export function targetOf(name: string): Target {
  let path = resolve(name);
  // Names of devices that Windows has in every folder.
  if (path.startsWith('\\\\.\\')) return { kind: 'stream', path };
  for (let links = 0; links <= MOST_LINKS; links++) {
    path = join(realpathSync(dirname(path)), basename(path));
    const [, process, descriptor] = DESCRIPTOR.exec(path) ?? [];
    if (descriptor !== undefined && isOwn(process)) return { kind: 'descriptor', descriptor: Number(descriptor) };
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return { kind: 'file', path, existing: null };
    if (found.isDirectory()) throw systemError('EISDIR', path);
    if (found.isFile()) return { kind: 'file', path, existing: found };
    if (!found.isSymbolicLink()) return { kind: 'stream', path };
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw systemError('ELOOP', name);
}

const isOwn = (pid: string | undefined): boolean => pid === undefined || Number(pid) === process.pid;

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}
