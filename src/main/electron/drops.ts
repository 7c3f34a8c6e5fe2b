/**
 * Files dropped on the window: a workspace is offered for opening, a folder or file goes to the import view; a parcel
 * or manifest is left to the page, which recognises it and asks for its token.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ipcMain } from 'electron';
import { z } from 'zod';
import { isManifestText, isParcel, MANIFEST_HEAD, PARCEL_TAIL } from '../../core/report/parcel/openParcel.ts';
import type { ShellMessage } from '../../core/contract/desktopShell.ts';
import { DROPPED } from './channels.ts';
import { isTrustedFrame } from './lockdown.ts';
import { isWorkspaceName } from './launch.ts';

export type Drop =
  | { readonly kind: 'workspace'; readonly path: string }
  | { readonly kind: 'import'; readonly path: string; readonly what: 'folder' | 'file' }
  | { readonly kind: 'evidence'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: string };

const schema = z.array(z.string().min(1).max(32_768)).max(10_000);

export function readDrop(paths: unknown): Drop {
  const parsed = schema.safeParse(paths);
  if (!parsed.success || parsed.data.length === 0) return refused('What was dropped has no place on this computer.');
  const workspace = parsed.data.find(isWorkspaceName);
  if (workspace !== undefined) return { kind: 'workspace', path: workspace };
  if (parsed.data.length > 1) {
    return refused(`${parsed.data.length} files were dropped. Drop the folder that holds them, or one file.`);
  }
  const [path] = parsed.data;
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return refused('The dropped file no longer exists.');
  if (facts.isFile() && isEvidence(path, facts.size)) return { kind: 'evidence', path };
  return { kind: 'import', path, what: facts.isDirectory() ? 'folder' : 'file' };
}

/** Whether it is a parcel or manifest. False for a file that cannot be read: the import says why. */
function isEvidence(path: string, length: number): boolean {
  if (/\.json$/i.test(path)) {
    const head = readPart(path, 0, Math.min(length, MANIFEST_HEAD));
    return head !== null && isManifestText(new TextDecoder().decode(head));
  }
  if (!/\.zip$/i.test(path)) return false;
  const count = Math.min(length, PARCEL_TAIL);
  const tail = readPart(path, length - count, count);
  return tail !== null && isParcel(tail, length);
}

/** The bytes from a place on; null if there are fewer or the file cannot be read. */
function readPart(path: string, from: number, count: number): Uint8Array | null {
  const part = new Uint8Array(count);
  try {
    const file = openSync(path, 'r');
    try {
      return readSync(file, part, 0, count, from) === count ? part : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

function refused(reason: string): Drop {
  return { kind: 'refused', reason };
}

export interface Drops {
  /** Returns the path of the last drop, once: the page requests it after the shell's message. */
  readonly take: () => string | null;
}

export function acceptDrops(send: (message: ShellMessage) => void, openWorkspace: (path: string) => void): Drops {
  let last: string | null = null;
  ipcMain.on(DROPPED, ({ senderFrame }, paths: unknown) => {
    if (!isTrustedFrame(senderFrame)) return;
    const drop = readDrop(paths);
    if (drop.kind === 'workspace') openWorkspace(drop.path);
    else if (drop.kind === 'refused') send({ kind: 'notice', text: drop.reason });
    else {
      last = drop.path;
      if (drop.kind === 'import') send({ kind: 'dropped', what: drop.what });
    }
  });
  return {
    take: () => {
      const path = last;
      last = null;
      return path;
    },
  };
}
