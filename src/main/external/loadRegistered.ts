/** Makes the user's registered methods available to studies in this thread. */
import { hashOf } from '../../core/hash.ts';
import { FitError, type Method } from '../../core/methods/method.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';
import { externalMethod, type ExternalFunctions } from '../../core/methods/external/externalMethod.ts';
import { isBuiltIn, registerExternal } from '../../core/methods/registry.ts';
import { folderHash, folderStamp } from './folderHash.ts';
import { moduleMethod } from './moduleMethod.ts';
import type { Hello } from './programReplies.ts';
import { programMethod } from './programMethod.ts';
import { readRegistry, type RegisteredMethod } from './registryFile.ts';
import type { ExternalMethodInfo } from '../../core/contract/methods.ts';
import { appearanceOf } from '../../core/methods/appearance.ts';

/** State of a registered method. */
export type MethodState = 'ready' | 'changed' | 'missing';

/** Version of a program: the hash of its folder and its hello reply. */
export function versionOf(hash: string, hello: Hello): string {
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
export function unusableReason(
  { folder, declaration: { title } }: RegisteredMethod,
  state: MethodState,
): string | null {
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
): ExternalFunctions & { readonly close?: () => void } {
  const { command, module } = declaration;
  if (command) return programMethod({ declaration: { ...declaration, command }, folder, hello, verify });
  return moduleMethod({ declaration: { ...declaration, module: module! }, folder, verify });
}

/** A registered method in its current state. */
function methodOf(entry: RegisteredMethod, checked: boolean): Method {
  const { declaration, version, folder, hello } = entry;
  const unavailable = checked ? unusableReason(entry, stateOf(entry)) : null;
  if (unavailable !== null) return externalMethod(declaration, version, { unavailable });
  // Only the registered bytes are started, apart from names that "ignore" matches.
  const verify = (): void => {
    const reason = unusableReason(entry, stateOf(entry, { thorough: true }));
    if (reason !== null) throw new FitError(reason);
  };
  return externalMethod(declaration, version, { functions: functionsOf(declaration, folder, hello, verify) });
}

/**
 * Adds the user's registered methods to this thread, after comparing their folders with the registration; a thread that
 * computes leaves the comparison to the first fit (`checked` false). An unreadable list adds no methods; the commands
 * that show or change the list report the error.
 */
export function loadRegistered({ checked = true } = {}): void {
  let entries: RegisteredMethod[];
  try {
    entries = readRegistry();
  } catch {
    entries = [];
  }
  registerExternal(
    entries.filter(({ declaration }) => !isBuiltIn(declaration.id)).map((entry) => methodOf(entry, checked)),
  );
}

/** The external methods that the user has registered, as listed in the interface. Throws if the list is damaged. */
export function externalMethods(): ExternalMethodInfo[] {
  return readRegistry().map((entry) => {
    const { declaration, version, hello, folder, added } = entry;
    const { id, title, fullName, command, module } = declaration;
    return {
      id,
      title,
      fullName,
      folder,
      version,
      runsOn: [hello.language, ...Object.entries(hello.packages).map(([name, value]) => `${name} ${value}`)].join(', '),
      runs: command?.join(' ') ?? module ?? '',
      state: stateOf(entry),
      added,
      appearance: appearanceOf(externalMethod(declaration, version, {})),
    };
  });
}
