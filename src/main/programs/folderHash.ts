import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, type BigIntStats } from 'node:fs';
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
  for (const { path } of filesBelow(folder)) {
    const content = readFileSync(join(folder, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * SHA-256 (hex) of what the file system tells of the same files without reading them: paths, sizes, times of change.
 * While it is the same, so is `folderHash`, unless somebody has set a clock back. Throws as `folderHash` does.
 */
export function folderStamp(folder: string): string {
  const hash = createHash('sha256');
  for (const { path, facts } of filesBelow(folder)) {
    hash.update(`${path}\n${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}\n`);
  }
  return hash.digest('hex');
}

interface FoundFile {
  /** Below the folder, with / between its parts. */
  readonly path: string;
  readonly facts: BigIntStats;
}

function* filesBelow(folder: string): Generator<FoundFile> {
  let [files, bytes] = [0, 0n];
  function* visit(below: string): Generator<FoundFile> {
    const names = readdirSync(join(folder, below)).filter((name) => !IGNORED.test(name));
    for (const name of names.sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const facts = lstatSync(join(folder, path), { bigint: true });
      if (facts.isDirectory()) yield* visit(path);
      if (!facts.isFile()) continue;
      files++;
      bytes += facts.size;
      if (files > MOST_FILES || bytes > MOST_BYTES) {
        throw new FolderError(
          `${folder}: expected the files of one method, at most ${MOST_FILES} and ${MOST_BYTES / 2 ** 20} MiB, found more.`,
        );
      }
      yield { path, facts };
    }
  }
  yield* visit('');
}
