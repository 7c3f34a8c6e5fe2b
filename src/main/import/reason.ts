/** Errors as the reason in a problem line. */

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  ENOENT: 'it does not exist',
  ELOOP: 'its symbolic links form a loop',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk reports a read error',
};

/** One clause without a full stop. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM[code] ?? error.message.split('\n')[0].trim().replace(/\.$/, '');
}
