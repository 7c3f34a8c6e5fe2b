/** Makes the user's registered methods available to studies in this thread. */
import { hashOf } from '../../core/hash.ts';
import { FitError, type Method } from '../../core/methods/method.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';
import { externalMethod, isVersion, type ExternalFunctions } from '../../core/methods/external/externalMethod.ts';
import { isBuiltIn, registerExternal } from '../../core/methods/registry.ts';
import { folderFiles, folderHash, folderStamp, versionOf, type MethodFile } from './folderHash.ts';
import { moduleMethod } from './moduleMethod.ts';
import { runsOnText, type Hello } from './programReplies.ts';
import { programMethod } from './programMethod.ts';
import { changeRegistry, readRegistry, type RegisteredMethod } from './registryFile.ts';
import type { ExternalMethodInfo } from '../../core/contract/methods.ts';
import { appearanceOf } from '../../core/methods/appearance.ts';

/** State of a registered method. */
export type MethodState = 'ready' | 'changed' | 'missing';

/** The version of a program in studies of earlier releases: the hash of its folder and its hello reply. */
export function formerVersionOf(hash: string, hello: Hello): string {
  return hashOf({ hash, hello }).slice(0, 16);
}

/** Compares the folder with its registration; reads its files only if sizes or times differ, or if `thorough`. */
export function stateOf(
  { folder, hash, stamp, declaration: { ignore } }: Pick<RegisteredMethod, 'folder' | 'hash' | 'stamp' | 'declaration'>,
  { thorough = false } = {},
): MethodState {
  try {
    if (!thorough && folderStamp(folder, ignore) === stamp) return 'ready';
    return folderHash(folder, ignore) === hash ? 'ready' : 'changed';
  } catch {
    return 'missing';
  }
}

/** Why a method in this state cannot compute; null if it can. */
function unusableReason({ folder, declaration: { title } }: RegisteredMethod, state: MethodState): string | null {
  if (state === 'ready') return null;
  const again = 'If the change is intended, register it again: Settings, Methods, or "eigenbench methods add".';
  return state === 'missing'
    ? `${title}: its folder ${folder} cannot be read.`
    : `${title}: the files in ${folder} have changed since it was registered. ${again}`;
}

/** Functions of a declaration; the first fit starts the program or loads the module. `close` ends a program. */
export function functionsOf(
  declaration: Declaration,
  folder: string,
  hello: Hello | null,
  verify: () => void,
): ExternalFunctions & { readonly close?: () => void; readonly runsOn?: () => string | null } {
  const { command, module } = declaration;
  if (command) return programMethod({ declaration: { ...declaration, command }, folder, hello, verify });
  return moduleMethod({ declaration: { ...declaration, module: module! }, folder, verify });
}

/** A registered method in its current state. */
function methodOf(entry: RegisteredMethod, checked: boolean): Method {
  const { declaration, version, formerVersion, folder, hello } = entry;
  const origin = {
    ...(formerVersion !== undefined && { formerVersion }),
  };
  const state = checked ? stateOf(entry) : 'ready';
  const unavailable = unusableReason(entry, state);
  if (unavailable !== null) {
    return externalMethod(declaration, version, {
      ...origin,
      unavailable,
      ...(state === 'changed' && { edited: true }),
    });
  }
  // Only the registered bytes are started, apart from names that "ignore" matches.
  const verify = (): void => {
    const reason = unusableReason(entry, stateOf(entry, { thorough: true }));
    if (reason !== null) throw new FitError(reason);
  };
  const functions = functionsOf(declaration, folder, hello, verify);
  return externalMethod(declaration, version, { ...origin, functions, runsOn: functions.runsOn });
}

/**
 * Adds the user's registered methods to this thread, after comparing their folders with the registration; a thread that
 * computes leaves the comparison to the first fit (`checked` false). An unreadable list adds no methods; the commands
 * that show or change the list report the error.
 */
export function loadRegistered({ checked = true } = {}): void {
  let entries: RegisteredMethod[];
  try {
    entries = checked ? upgraded(readRegistry()) : readRegistry();
  } catch {
    entries = [];
  }
  registerExternal(
    entries.filter(({ declaration }) => !isBuiltIn(declaration.id)).map((entry) => methodOf(entry, checked)),
  );
}

/**
 * Entries that an earlier release wrote get the version that their files have now, once; those whose files have changed
 * keep theirs until they are registered again.
 */
function upgraded(entries: RegisteredMethod[]): RegisteredMethod[] {
  if (entries.every(({ formerVersion }) => formerVersion !== undefined)) return entries;
  const upgrade = (entry: RegisteredMethod): RegisteredMethod => {
    const { folder, declaration, version, formerVersion } = entry;
    if (formerVersion !== undefined || stateOf(entry, { thorough: true }) !== 'ready') return entry;
    return { ...entry, version: versionOf(folderFiles(folder, declaration.ignore)), formerVersion: version };
  };
  const next = entries.map(upgrade);
  if (next.every((entry, i) => entry === entries[i])) return entries;
  try {
    changeRegistry((methods) => methods.map(upgrade));
  } catch {
    // The list cannot be written now: the next start tries again.
  }
  return next;
}

/** Maximum bytes of the files of a version that workspaces keep. */
const MOST_KEPT = 16 * 2 ** 20;

/**
 * The files of a registered method in this version; null if the registered version differs, if they cannot be read, or
 * if they are too large for a workspace.
 */
export function registeredFiles(id: string, version: string): readonly MethodFile[] | null {
  try {
    const entry = readRegistry().find(({ declaration }) => declaration.id === id);
    if (!entry || !isVersion(entry, version) || stateOf(entry, { thorough: true }) !== 'ready') return null;
    const files: MethodFile[] = [];
    let bytes = 0;
    for (const file of folderFiles(entry.folder, entry.declaration.ignore)) {
      bytes += file.content.length;
      if (bytes > MOST_KEPT) return null;
      files.push(file);
    }
    return files;
  } catch {
    return null;
  }
}

/** The external methods that the user has registered, as listed in the interface. Throws if the list is damaged. */
export function externalMethods(): ExternalMethodInfo[] {
  return readRegistry().map((entry) => {
    const { declaration, version, formerVersion, hello, folder, added } = entry;
    const { id, title, fullName, command, module } = declaration;
    return {
      id,
      title,
      fullName,
      folder,
      version,
      formerVersion,
      runsOn: runsOnText(hello),
      runs: command?.join(' ') ?? module ?? '',
      state: stateOf(entry),
      added,
      appearance: appearanceOf(externalMethod(declaration, version, {})),
    };
  });
}
