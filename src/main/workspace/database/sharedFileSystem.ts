/** Whether a file lies on a file system that several machines use, where SQLite's write-ahead log loses data. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** `f_type` of statfs(2) on Linux. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
  [0x01021997, '9P'],
]);

/** Type of the file system of a folder, as statfs(2) gives it. Throws where there is no such folder. */
export type FileSystemType = (folder: string) => number;

const typeOf: FileSystemType = (folder) => statfsSync(folder).type;

/**
 * Name of the shared file system that a file lies on, or null. Known types are those of Linux; of Windows shares the
 * path tells. Elsewhere nothing is recognised.
 */
export function sharedFileSystem(
  path: string,
  type: FileSystemType = typeOf,
  platform: NodeJS.Platform = process.platform,
): string | null {
  if (platform === 'win32') return /^(\\\\|\/\/)(?![?.])/.test(path) ? 'a network share' : null;
  if (platform !== 'linux') return null;
  // Signed on some machines.
  return SHARED.get(type(dirname(path)) >>> 0) ?? null;
}
