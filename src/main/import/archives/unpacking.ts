/** What is kept of an archive: regular files inside it, within limits, in a folder for temporary files. */
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { hasHidden, HIDDEN_PROBLEM } from '../../../core/text/hiddenCharacters.ts';
import { bytes as bytesText } from '../../../core/text/phrases.ts';
import { fileReason, hasCode } from '../../disk/fileReason.ts';
import { temporarySpace, type TemporaryFile, type TemporaryTree } from '../../disk/temporaryTree.ts';
import { ImportError } from '../types.ts';

export interface ArchiveEntry {
  /** As the archive states it. */
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Unpacked length in bytes. */
  readonly size: number;
}

export interface Unpacking {
  /** A file for the content of the entry; null if the entry is left out. Throws ImportError beyond the limits. */
  readonly open: (entry: ArchiveEntry) => TemporaryFile | null;
  /** Files that were kept, relative to the archive, with / between folders. */
  readonly files: readonly string[];
  /** Entries that were left out. */
  readonly problems: readonly ImportProblem[];
}

const MAX_ENTRIES = 500_000;

/** The largest file that any reader accepts. */
const MAX_FILE = 2 ** 31;

const MAX_TOTAL = 8 * 2 ** 30;

/** Bytes of the folder for temporary files that stay free. */
const RESERVE = 2 ** 28;

const ARCHIVE = /\.(zip|7z|rar|tgz|tbz2?|txz|tar(\.\w{1,4})?)$/i;

const LONGEST_NAME = 200;

/** The name of an entry for a sentence: archives allow names of 64 KiB. */
export function entryName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** Unpacks an archive called `name` into `folder` of the tree. */
export function unpackInto(tree: TemporaryTree, folder: string, name: string): Unpacking {
  const files: string[] = [];
  const problems: ImportProblem[] = [];
  const most = Math.min(MAX_TOTAL, Math.max(0, temporarySpace() - RESERVE));
  let entries = 0;
  let total = 0;
  return {
    files,
    problems,
    open(entry) {
      if (++entries > MAX_ENTRIES) {
        throw new ImportError(`${name} holds more than ${MAX_ENTRIES} files. Unpack it, and import a part of them.`);
      }
      if (entry.type === 'folder') return null;
      const parts = entry.name.replaceAll('\\', '/').split('/');
      const file = parts.filter((part) => part !== '' && part !== '.').join('/');
      // Hidden files are left out of folders, too.
      if (file.split('/').some((part) => /^\.(?!\.$)/.test(part) || part === '__MACOSX')) return null;
      const reason = reasonAgainst(entry, parts);
      if (reason !== null) {
        problems.push({ file: entryName(entry.name), reason });
        return null;
      }
      total += entry.size;
      if (total > most) {
        const limit = most < MAX_TOTAL ? `the ${bytesText(most)} free for temporary files` : bytesText(MAX_TOTAL);
        throw new ImportError(`${name} unpacks to more than ${limit}. Unpack it elsewhere, and import its folder.`);
      }
      try {
        const opened = tree.create(`${folder}/${file}`);
        files.push(file);
        return opened;
      } catch (error) {
        if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE')) throw error;
        problems.push({
          file: entryName(file),
          reason: hasCode(error, 'EEXIST') ? 'a file of that name is there already' : fileReason(error),
        });
        return null;
      }
    },
  };
}

/** Why an entry is left out; null if it is kept. */
function reasonAgainst({ name, type, size }: ArchiveEntry, parts: readonly string[]): string | null {
  if (type === 'link') return 'it is a link, which is not followed in an archive';
  if (type === 'other') return 'it is a pipe or device';
  if (hasHidden(name)) return `its name ${HIDDEN_PROBLEM}`;
  if (parts[0] === '' || /^[a-z]:/i.test(name) || parts.includes('..')) return 'its path leads out of the archive';
  if (ARCHIVE.test(name)) return 'it is an archive in the archive; unpack it to import it';
  if (size > MAX_FILE) return `it has more than ${bytesText(MAX_FILE)}`;
  return null;
}
