/** Parses the command line of the desktop application, by the rules of the command line interface. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { z } from 'zod';

/** Suffix of workspace files, which the application is associated with. */
export const WORKSPACE_SUFFIX = '.eigenbench';

/** An invalid command line, explained in one sentence. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}

/**
 * The workspace that a command line names: `--workspace FILE`, `--workspace=FILE`, or the last plain word that ends in
 * ".eigenbench", which is how a system passes a double-clicked file (as a path, or on some Linux desktops as a file:
 * address). An option overrides a plain word, and the last option overrides earlier ones. null if none is named.
 * Ignores switches of Chromium and other words.
 * @param words without the executable and, unpackaged, without the application's folder
 * @param folder base of relative names
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
  const workspace = option ?? plain;
  return workspace === null ? null : resolve(folder, pathOf(workspace));
}

/** Throws LaunchError if the sandbox is disabled, as by the launcher of an AppImage on a system without sandboxing. */
export function requireSandbox(switchedOff: boolean): void {
  if (!switchedOff) return;
  throw new LaunchError(
    'Eigenbench does not start without its sandbox (--no-sandbox). Where this system does not let it open one, install the .deb package.',
  );
}

/**
 * Throws LaunchError if the first word is neither a switch nor a file: it was meant for the command line tool, which is
 * another package.
 */
export function requireSense([first]: readonly string[], folder: string): void {
  if (first === undefined || first.startsWith('-') || first.startsWith('file:') || isWorkspaceName(first)) return;
  if (existsSync(resolve(folder, first))) return;
  throw new LaunchError(
    `"${first}" is not a file. This program opens the window; "eigenbench ${first}" is a command of the command line, which is installed by itself (Help → Manual → Installing).`,
  );
}

/** The study that `--study ID` selects, as "eigenbench open" passes it; null if none. */
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

/** Arguments of the user: without the executable and, if Electron runs a folder, without that folder. */
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

// Requests of the system to open a workspace: by a second start, or by an event on macOS.

export interface OpenRequest {
  /** null: the open workspace. */
  readonly workspace: string | null;
  /** A study of that workspace to show; null for none. */
  readonly study: number | null;
}

export interface Openings {
  /** The workspace that was requested before the application was ready; null if none. */
  readonly first: () => string | null;
  /** Calls `listener` for every further request; a second start without workspace or study only focuses the window. */
  readonly onAsked: (listener: (request: OpenRequest) => void) => void;
}

/** Data of a second start: Chromium reorders its command line. */
const secondStart = z.object({
  workspace: z.string().nullable(),
  study: z.int().positive().nullable().default(null),
});

/** Must run before the app is ready, because macOS sends requests early. */
export function openRequests(): Openings {
  let first: string | null = null;
  let handleRequest = ({ workspace }: OpenRequest): void => {
    first = workspace ?? first;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    handleRequest({ workspace: path, study: null });
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = secondStart.safeParse(data);
    handleRequest(parsed.success ? parsed.data : { workspace: null, study: null });
  });
  return {
    first: () => first,
    onAsked: (listener) => {
      handleRequest = listener;
    },
  };
}
