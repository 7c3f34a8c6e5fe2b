/** What the command line of the desktop application asks for, by the rules of the command line interface. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { z } from 'zod';

/** The end of the names of workspace files, which the application is associated with. */
export const WORKSPACE_SUFFIX = '.eigenbench';

/** A command line that says nothing sensible, as one sentence. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}

/**
 * The workspace that a command line names: `--workspace FILE`, `--workspace=FILE`, or the last plain word that ends in
 * ".eigenbench", which is how a system passes a double-clicked file (as a path, or on some Linux desktops as a
 * file: address). An option is stronger than a plain word, and the last option than the ones before it. Null where
 * none is named. Switches of Chromium and other words are left alone.
 *
 * @param words without the executable and, unpackaged, without the application's folder
 * @param folder what relative names start from
 */
export function workspaceNamed(words: readonly string[], folder: string): string | null {
  let option: string | null = null;
  let plain: string | null = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '--workspace') option = requireName(words[++i]);
    else if (word.startsWith('--workspace=')) option = requireName(word.slice('--workspace='.length));
    else if (!word.startsWith('-') && isWorkspaceName(word)) plain = word;
  }
  const found = option ?? plain;
  return found === null ? null : resolve(folder, pathOf(found));
}

/** Throws LaunchError where the sandbox is switched off, as by the launcher of an AppImage that cannot have one. */
export function requireSandbox(switchedOff: boolean): void {
  if (!switchedOff) return;
  throw new LaunchError(
    'Eigenbench does not start without its sandbox (--no-sandbox). Where this system does not let it open one, install the .deb package.',
  );
}

/**
 * Throws LaunchError where the first word is neither a switch nor a file: it was meant for the command line, whose
 * package is another one.
 */
export function requireSense([first]: readonly string[], folder: string): void {
  if (first === undefined || first.startsWith('-') || first.startsWith('file:') || isWorkspaceName(first)) return;
  if (existsSync(resolve(folder, first))) return;
  throw new LaunchError(
    `"${first}" is not a file. This program opens the window; "eigenbench ${first}" is a command of the command line, which is installed by itself (Help → Manual → Installing).`,
  );
}

/** The study that a command line names by `--study ID`, as "eigenbench open" does; null where none is named. */
export function studyNamed(words: readonly string[]): number | null {
  const place = words.lastIndexOf('--study');
  if (place < 0) return null;
  const word = words[place + 1] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new LaunchError('--study: expected the number of a study.');
  return Number(word);
}

/** Whether a file is a workspace by its name. */
export function isWorkspaceName(name: string): boolean {
  return name.toLowerCase().endsWith(WORKSPACE_SUFFIX);
}

/** The words of a process after its executable and, where Electron runs a folder, after that. */
export function userArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  return argv.slice(packaged ? 1 : 2);
}

function requireName(name: string | undefined): string {
  if (name === undefined || name === '' || name.startsWith('-')) {
    throw new LaunchError('--workspace: expected a file name.');
  }
  return name;
}

function pathOf(word: string): string {
  if (!word.startsWith('file:')) return word;
  try {
    return fileURLToPath(word);
  } catch {
    throw new LaunchError(`${word} is not the address of a file on this computer.`);
  }
}

// What the system asks this application to open: by a second start, or macOS by an event of its own.

export interface OpenRequest {
  /** Null: the one that is open. */
  readonly workspace: string | null;
  /** A study of that workspace to show; null: none. */
  readonly study: number | null;
}

export interface Openings {
  /** The workspace that was asked for before the application was ready; null: none. */
  readonly first: () => string | null;
  /** Calls back from now on; a second start that names neither workspace nor study only wants the window. */
  readonly onAsked: (listener: (asked: OpenRequest) => void) => void;
}

/** What a second start says of itself: its command line reaches the first one reordered. */
const secondStart = z.object({
  workspace: z.string().nullable(),
  study: z.int().positive().nullable().default(null),
});

/** Must run before the app is ready: macOS asks early. */
export function openRequests(): Openings {
  let first: string | null = null;
  let asked = ({ workspace }: OpenRequest): void => {
    first = workspace ?? first;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    asked({ workspace: path, study: null });
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = secondStart.safeParse(data);
    asked(parsed.success ? parsed.data : { workspace: null, study: null });
  });
  return {
    first: () => first,
    onAsked: (listener) => {
      asked = listener;
    },
  };
}
