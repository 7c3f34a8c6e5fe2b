/** eigenbench methods list, new, add, remove, check: external methods. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CheckedRule } from '../../../../core/contract/methods.ts';
import { reasonOnce } from '../../../../core/text/failureGroups.ts';
import { findNamed } from '../../../../core/text/nameLookup.ts';
import { available } from '../../../../core/text/phrases.ts';
import { addMethod, removeMethod } from '../../../external/addMethod.ts';
import { checkMethod } from '../../../external/checkMethod.ts';
import { facesOfDataset, type TrialFaces } from '../../../external/trialFaces.ts';
import { newMethod } from '../../../external/scaffoldMethod.ts';
import { readRegistry, registryPath } from '../../../external/registryFile.ts';
import { externalMethods } from '../../../external/loadRegistered.ts';
import { Failure } from '../../errors.ts';
import { withStoredWorkspace } from '../../storedWorkspace.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { unknownName, type WorkspaceOptions } from '../../workspace.ts';
import { type OptionsOf, allRead, type Only } from '../../declarations/declare.ts';
import type { declareMethodsList, declareMethodsNew, declareMethodsCheck } from '../../declarations/methodCommands.ts';

/** Lists the registered methods and their state. */
export function methodsListCommand({ json, ...rest }: OptionsOf<typeof declareMethodsList>): void {
  allRead(rest);
  const list = externalMethods();
  if (json) return printJson(list);
  if (list.length === 0) return print('No external method is registered; see "eigenbench methods new" and "add".\n');
  const lines = list.map(
    ({ id, title, state, version, runsOn, folder }) =>
      `${id}  ${title}: ${state}, version ${version}, ${runsOn}\n  ${folder}`,
  );
  print(`${lines.join('\n')}\n`);
}

export function methodsNewCommand(
  folder: string,
  { language, interpreter, ...rest }: OptionsOf<typeof declareMethodsNew>,
): void {
  allRead(rest);
  const file = newMethod(folder, language, interpreter);
  print(
    `Wrote a working example. Change ${relative(process.cwd(), file)} and method.json, then:\n` +
      `  eigenbench methods check ${folder}\n  eigenbench methods add ${folder}\n`,
  );
}

export function methodsAddCommand(folder: string): void {
  const { added, replaced } = addMethod(folder);
  const { declaration, version } = added;
  printNotice(`${declaration.title} will run with your rights: add only programs that you trust.`);
  if (!declaration.citation)
    printNotice('Bibliographies will have no entry for it: its method.json has no "citation".');
  const before = replaced && replaced.version !== version ? `, in place of version ${replaced.version}` : '';
  print(`Registered "${declaration.id}" (${declaration.title}), version ${version}${before}, in ${registryPath()}.\n`);
}

export function methodsRemoveCommand(id: string): void {
  if (!removeMethod(id)) throw new Failure(`No external method is registered as "${id}": ${registeredText()}.`);
  print(`Removed "${id}" from the list; its folder stays.\n`);
}

/** Checks a method by the id of a registered one, or by its folder. */
export async function methodsCheckCommand(
  what: string,
  { json, data, ...options }: OptionsOf<typeof declareMethodsCheck>,
): Promise<void> {
  const entry = readRegistry().find(({ declaration }) => declaration.id === what);
  const isFolder = existsSync(join(what, 'method.json'));
  if (!entry && !isFolder) {
    throw new Failure(
      `"${what}" is neither a folder with a method.json nor the id of a registered method: ${registeredText()}.`,
    );
  }
  const reasonOf = reasonOnce();
  const report = checkMethod(entry && !isFolder ? entry.folder : what, {
    faces: data === undefined ? undefined : await facesOf(data, options),
    onRule: (rule) => {
      if (!json) print(line(rule, reasonOf));
    },
  });
  const failed = report.rules.filter(({ state }) => state === 'failed').length;
  if (json) printJson(report);
  else {
    const { title, version, runsOn, recognised } = report;
    if (recognised) print(`${recognised.right} of ${recognised.of} test images get their subject.\n`);
    print(`${title}, version ${version}, on ${runsOn}.\n`);
  }
  if (failed > 0) throw new Failure(`${report.title} breaks ${failed} of ${report.rules.length} rules.`);
}

/** A few images of a dataset. Throws Failure that lists the datasets if there is no such dataset. */
function facesOf<Given extends WorkspaceOptions>(
  name: string,
  options: Only<WorkspaceOptions, Given>,
): Promise<TrialFaces> {
  return withStoredWorkspace(options, ({ datasets }) => {
    const dataset = findNamed(name, datasets.list(), (one) => one.name);
    if (!dataset) throw new Failure(unknownName('dataset', name, datasets.list()));
    return facesOfDataset(datasets, dataset.id);
  });
}

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' } as const;

/** One line per rule as it is checked; reasons already shown are not repeated. */
function line({ title, state, detail }: CheckedRule, reasonOf: ReturnType<typeof reasonOnce>): string {
  const seen = (state === 'failed' ? reasonOf(title, detail) : detail).trimEnd().split('\n').join('\n    ');
  return `${SIGNS[state]} ${title}. ${seen}\n`;
}

function registeredText(): string {
  return available(
    readRegistry().map(({ declaration }) => declaration.id),
    'there are none',
  );
}
