/** Why reading or writing a file failed, in words. */

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOENT: 'there is no such file or folder',
  ELOOP: 'its symbolic links form a loop',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'it would be larger than the system allows',
  EIO: 'the disk reports an error',
  EPIPE: 'its reader has ended',
};

/** One clause without a full stop, on one line: JSON error messages quote their input, including line feeds. */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM[code] ?? error.message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** Whether a system error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException | null)?.code));
}
