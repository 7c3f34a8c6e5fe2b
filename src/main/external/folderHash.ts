import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../core/hash.ts';

/** Maximum files and bytes of a method's folder: data belong elsewhere. */
const MOST_FILES = 2000;
const MOST_BYTES = 256 * 2 ** 20;
/** The declaration of a method, which contains the ignore patterns; it always counts. */
const DECLARATION = 'method.json';

/** A folder that cannot be a method's folder; the message is one sentence. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/**
 * SHA-256 (hex) of everything below a folder: paths and contents in the order of paths, including hidden files and
 * `node_modules`; links count with their target and its contents. Names that match one of `ignore` (`*` matches any
 * characters) do not count. Nor does the citation in the declaration: the results of a method stay valid when its paper
 * appears. Throws FolderError for a folder that is too large or contains an entry other than a file, folder or link,
 * and the errors of the file system.
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

/** A file of a method: its path below the folder, with / as separator. */
export interface MethodFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The version of a method: a hash of its files (see `folderFiles`) in any order. It leaves out the citation in the
 * declaration and the interpreter, which is the first word of `command` unless that names a file of the folder: the
 * same files are the same version on every machine.
 */
export function versionOf(files: Iterable<MethodFile>): string {
  const hashes: Record<string, string> = {};
  let declaration: Uint8Array | null = null;
  for (const { path, content } of files) {
    hashes[path] = createHash('sha256').update(content).digest('hex');
    if (path === DECLARATION) declaration = content;
  }
  const program = declaration && programOf(declaration, hashes);
  return hashOf({ ...hashes, ...(program !== null && { [DECLARATION]: program }) }).slice(0, 16);
}

/** The fields of a declaration that a version covers; null for a file that has none. */
function programOf(declaration: Uint8Array, files: Readonly<Record<string, unknown>>): unknown {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(Buffer.from(declaration).toString()) as Record<string, unknown>;
  } catch {
    return null;
  }
  const { citation: _citation, command, ...rest } = fields;
  if (!Array.isArray(command)) return { ...rest, command };
  const [first, ...others] = command as readonly unknown[];
  const isOwn = typeof first === 'string' && first.replace(/^\.\//, '') in files;
  return { ...rest, command: isOwn ? command : others };
}

/** The declaration without its citation; an invalid file unchanged. */
function withoutCitation(file: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify({ ...JSON.parse(file.toString()), citation: undefined }));
  } catch {
    return file;
  }
}

/**
 * SHA-256 (hex) of the metadata of the same entries, without reading them: paths, sizes, modification times. As long as
 * it is unchanged, so is `folderHash`, unless a clock was set back. Throws as `folderHash` does.
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
 * The files that the hash covers, with their contents, in the order of their paths; a link has its target's contents.
 * Throws as `folderHash` does.
 */
export function* folderFiles(folder: string, ignore: readonly string[]): Generator<MethodFile> {
  for (const { path, facts } of entriesBelow(folder, ignore)) {
    if (facts?.isFile()) yield { path, content: readFileSync(join(folder, path)) };
  }
}

interface Entry {
  /** Path below the folder, with / as separator. */
  readonly path: string;
  /** Target of a link, as written; null if the entry is not a link. */
  readonly target: string | null;
  /** Metadata of the file or of a link's target; null for a broken link. */
  readonly facts: BigIntStats | null;
}

/** Files and links in the order of their paths; entries of linked folders appear under the path of the link. */
function* entriesBelow(folder: string, ignore: readonly string[]): Generator<Entry> {
  const ignored = matcher(ignore);
  let [files, bytes] = [0, 0n];
  function* visit(below: string, within: readonly string[]): Generator<Entry> {
    const real = realpathSync(join(folder, below));
    // A link to an enclosing folder: its entries were visited already.
    if (within.includes(real)) return;
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      if (path !== DECLARATION && ignored.test(name)) continue;
      const stats = lstatSync(join(folder, path), { bigint: true });
      const target = stats.isSymbolicLink() ? readlinkSync(join(folder, path)) : null;
      const facts = target === null ? stats : behind(join(folder, path));
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

/** Matches names of ignored files and folders. */
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
