import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and bytes of a method's folder at most: data belong elsewhere. */
const MOST_FILES = 2000;
const MOST_BYTES = 256 * 2 ** 20;
/** What interpreters, editors and version control leave in a folder. */
const IGNORED = /^(\..*|__pycache__|node_modules|.*\.pyc|.*~)$/;

/** A folder that cannot be that of a method, in one sentence. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/**
 * SHA-256 (hex) of the files below a folder: paths and contents, in the order of paths. Hidden files, caches of
 * interpreters and links are left out. Throws FolderError for a folder that is too large, and errors of the file
 * system.
 */
export function folderHash(folder: string): string {
  const hash = createHash('sha256');
  let [files, bytes] = [0, 0];
  const visit = (below: string): void => {
    const names = readdirSync(join(folder, below)).filter((name) => !IGNORED.test(name));
    for (const name of names.sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const facts = lstatSync(join(folder, path));
      if (facts.isDirectory()) visit(path);
      if (!facts.isFile()) continue;
      files++;
      bytes += facts.size;
      if (files > MOST_FILES || bytes > MOST_BYTES) {
        throw new FolderError(
          `${folder}: expected the files of one method, at most ${MOST_FILES} and ${MOST_BYTES / 2 ** 20} MiB, found more.`,
        );
      }
      const content = readFileSync(join(folder, path));
      hash.update(`${path}\n${content.length}\n`).update(content);
    }
  };
  visit('');
  return hash.digest('hex');
}
