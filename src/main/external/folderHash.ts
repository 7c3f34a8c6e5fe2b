import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';

/** Files and bytes of a method's folder at most: data belong elsewhere. */
const MOST_FILES = 2000;
const MOST_BYTES = 256 * 2 ** 20;
/** The file that declares a method, and with it what is ignored: it counts in any case. */
const DECLARATION = 'method.json';

/** A folder that cannot be that of a method, in one sentence. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/**
 * SHA-256 (hex) of everything below a folder: paths and contents in the order of paths, hidden files and
 * `node_modules` included; of links where they lead and what is there. Names that match one of `ignore` (`*` stands for
 * any characters) do not count, nor does the citation in the declaration: results stay those of a method whose paper
 * appears after them. Throws FolderError for a folder that is too large or holds what is neither file, folder
 * nor link, and errors of the file system.
 */
export function folderHash(folder: string, ignore: readonly string[]): string {
  const hash = createHash('sha256');
  for (const { path, target, facts } of entriesBelow(folder, ignore)) {
    if (target !== null) hash.update(`${path} -> ${target}\n`);
    if (!facts?.isFile()) continue;
    const file = readFileSync(join(folder, path));
    const content = path === DECLARATION ? withoutCitation(file) : file;
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** A declaration as it computes; a file that is none as it is. */
function withoutCitation(file: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify({ ...JSON.parse(file.toString()), citation: undefined }));
  } catch {
    return file;
  }
}

/**
 * SHA-256 (hex) of what the file system tells of the same entries without reading them: paths, sizes, times of change.
 * While it is the same, so is `folderHash`, unless somebody has set a clock back. Throws as `folderHash` does.
 */
export function folderStamp(folder: string, ignore: readonly string[]): string {
  const hash = createHash('sha256');
  for (const { path, target, facts } of entriesBelow(folder, ignore)) {
    hash.update(`${path} ${target ?? ''}\n`);
    if (facts?.isFile()) hash.update(`${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}\n`);
  }
  return hash.digest('hex');
}

/**
 * The files that the hash covers, with what is in them, in the order of their paths; of a link what it leads to. Throws
 * as `folderHash` does.
 */
export function* folderFiles(
  folder: string,
  ignore: readonly string[],
): Generator<{ readonly path: string; readonly content: Uint8Array }> {
  for (const { path, facts } of entriesBelow(folder, ignore)) {
    if (facts?.isFile()) yield { path, content: readFileSync(join(folder, path)) };
  }
}

interface Entry {
  /** Below the folder, with / between its parts. */
  readonly path: string;
  /** Where a link leads, as it is written; null: not a link. */
  readonly target: string | null;
  /** Of the file itself, or of what a link leads to; null: a link that leads nowhere. */
  readonly facts: BigIntStats | null;
}

/** Files and links in the order of their paths; what lies in folders behind links as if it lay here. */
function* entriesBelow(folder: string, ignore: readonly string[]): Generator<Entry> {
  const ignored = matcher(ignore);
  let [files, bytes] = [0, 0n];
  function* visit(below: string, within: readonly string[]): Generator<Entry> {
    const real = realpathSync(join(folder, below));
    // A link to a folder that it lies in: what is there has been seen.
    if (within.includes(real)) return;
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      if (path !== DECLARATION && ignored.test(name)) continue;
      const own = lstatSync(join(folder, path), { bigint: true });
      const target = own.isSymbolicLink() ? readlinkSync(join(folder, path)) : null;
      const facts = target === null ? own : behind(join(folder, path));
      if (facts && !facts.isFile() && !facts.isDirectory()) {
        throw new FolderError(`${join(folder, path)}: expected a file, a folder or a link, found a pipe or a device.`);
      }
      if (target !== null || facts?.isFile()) {
        files++;
        bytes += facts?.isFile() ? facts.size : 0n;
        if (files > MOST_FILES || bytes > MOST_BYTES) throw tooLarge(folder);
        yield { path, target, facts };
      }
      if (facts?.isDirectory()) yield* visit(path, [...within, real]);
    }
  }
  yield* visit('', []);
}

function behind(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** For names of files and folders: whether they do not count. */
export function matcher(patterns: readonly string[]): RegExp {
  const alternatives = patterns.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll('*', '.*'));
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}

function tooLarge(folder: string): FolderError {
  const bounds = `at most ${MOST_FILES} and ${MOST_BYTES / 2 ** 20} MiB`;
  return new FolderError(
    `${folder}: expected the files of one method, ${bounds}, found more. Name what the method does not run in "ignore".`,
  );
}
