/** From the user's list of registered methods to those that this thread can name in a study. */
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

/** How a registered method stands today. */
export type MethodState = 'ready' | 'changed' | 'missing';

/** The version of a program: what lies in its folder, and what it says that it runs on. */
export function versionOf(hash: string, hello: Hello): string {
  return hashOf({ hash, hello }).slice(0, 16);
}

/**
 * Looks at the folder, whose files are read where sizes or times differ from those that were registered; `thorough`: in
 * any case.
 */
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

/** Why a method in this state computes nothing; null where it does. */
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

/**
 * The functions behind a declaration; nothing is started or loaded before the first fit. `close` ends a program.
 */
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

/** A registered method, as it can be used now. */
function methodOf(entry: RegisteredMethod, checked: boolean): Method {
  const { declaration, version, folder, hello } = entry;
  const unavailable = checked ? unusableReason(entry, stateOf(entry)) : null;
  if (unavailable !== null) return externalMethod(declaration, version, { unavailable });
  // What is started is what was registered, byte for byte, but for what "ignore" names.
  const verify = (): void => {
    const reason = unusableReason(entry, stateOf(entry, { thorough: true }));
    if (reason !== null) throw new FitError(reason);
  };
  return externalMethod(declaration, version, { functions: functionsOf(declaration, folder, hello, verify) });
}

/**
 * Gives this thread the methods that the user has registered, their folders compared with what was registered; a
 * thread that computes leaves that to the first fit (`checked` false). A list that cannot be read leaves none, and is
 * told by whoever shows or changes it.
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

/** The methods from outside that the user has registered, as lists show them. Throws for a list that is damaged. */
export function outsideMethods(): ExternalMethodInfo[] {
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
