/** Registers and removes external methods at the user's request. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseDeclaration, type Declaration } from '../../core/methods/external/declaration.ts';
import { placeholders, placeholderProblem } from '../../core/methods/external/externalMethod.ts';
import { isBuiltIn } from '../../core/methods/registry.ts';
import { fileReason } from '../disk/fileReason.ts';
import { dropCompiledCode } from './bytecodeCache.ts';
import { FolderError, folderFiles, folderHash, folderStamp, matcher, versionOf } from './folderHash.ts';
import type { Hello } from './programReplies.ts';
import { programMethod } from './programMethod.ts';
import { changeRegistry, type RegisteredMethod } from './registryFile.ts';
import { formerVersionOf } from './loadRegistered.ts';

/** Maximum size of a declaration. */
const MOST_BYTES = 2 ** 20;

/** The declaration in a folder. Throws FolderError, or InvalidInputError that names the invalid fields. */
export function readDeclaration(folder: string): Declaration {
  const file = join(folder, 'method.json');
  let json: unknown;
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > MOST_BYTES) throw new Error(`expected a file of at most ${MOST_BYTES} bytes`);
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `expected JSON, found other text (${error.message})` : fileReason(error);
    throw new FolderError(`${file}: ${reason}.`);
  }
  const declaration = parseDeclaration(json, file);
  if (isBuiltIn(declaration.id)) {
    throw new FolderError(`${file}: id: "${declaration.id}" is a method of Eigenbench; choose another id.`);
  }
  const fields = declaration.citation ? placeholders(declaration.citation) : [];
  if (fields.length > 0) {
    throw new FolderError(`${file}: ${placeholderProblem(fields)} Remove "citation" until there is a publication.`);
  }
  const ignored = matcher(declaration.ignore);
  const isIgnored = (name: string): boolean => ignored.test(name);
  const runs = [...(declaration.command ?? []), declaration.module ?? ''].filter((part) => part !== '');
  const unseen = runs.find((part) => existsSync(join(folder, part)) && part.split(/[\\/]/).some(isIgnored));
  if (unseen !== undefined) {
    throw new FolderError(`${file}: ignore: expected names that never run, found one that stands for ${unseen}.`);
  }
  return declaration;
}

/** Current state of a folder: its declaration, hash, and the hello reply of its program. */
export function inspectFolder(given: string): RegisteredMethod {
  let folder: string;
  try {
    folder = realpathSync(given);
  } catch (error) {
    throw new FolderError(`${given}: ${fileReason(error)}.`);
  }
  const declaration = readDeclaration(folder);
  // Before the hash: a change in between results in another stamp.
  const stamp = folderStamp(folder, declaration.ignore);
  const hash = folderHash(folder, declaration.ignore);
  const hello = helloOf(declaration, folder);
  return {
    folder,
    hash,
    stamp,
    version: versionOf(folderFiles(folder, declaration.ignore)),
    formerVersion: formerVersionOf(hash, hello),
    hello,
    declaration,
    added: new Date().toISOString(),
  };
}

/**
 * Registers the method in a folder and replaces a method of the same id. Starts its program, with the rights of the
 * user, to read its hello reply. Throws FolderError, InvalidInputError, or FitError if the program fails.
 */
export function addMethod(folder: string): {
  readonly added: RegisteredMethod;
  readonly replaced: RegisteredMethod | null;
} {
  const added = inspectFolder(folder);
  return { added, replaced: registerMethod(added) };
}

/** Adds an inspected folder to the list; returns the previous entry of its id. */
export function registerMethod(added: RegisteredMethod): RegisteredMethod | null {
  const same = ({ declaration }: RegisteredMethod): boolean => declaration.id === added.declaration.id;
  return changed((methods) => [...methods.filter((entry) => !same(entry)), added]).find(same) ?? null;
}

/** Removes a method from the list and keeps its folder. Returns whether the method was listed. */
export function removeMethod(id: string): boolean {
  const same = ({ declaration }: RegisteredMethod): boolean => declaration.id === id;
  return changed((methods) => methods.filter((entry) => !same(entry))).some(same);
}

/** Changes the list; returns the previous one. */
function changed(change: (methods: readonly RegisteredMethod[]) => readonly RegisteredMethod[]): RegisteredMethod[] {
  const before = changeRegistry(change);
  dropCompiledCode(change(before));
  return before;
}

function helloOf(declaration: Declaration, folder: string): Hello {
  const { id, command } = declaration;
  // A module runs in the application itself; the first fit loads it.
  if (!command) return { id, language: 'JavaScript module', packages: {} };
  const program = programMethod({
    declaration: { ...declaration, command },
    folder,
    hello: null,
    verify: () => undefined,
  });
  try {
    return program.hello();
  } finally {
    program.close();
  }
}
