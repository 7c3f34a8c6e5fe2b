/** Handlers of the `methods` calls of the contract: all methods, and the registry of external methods. */
import { join } from 'node:path';
import type { MethodInfo, MethodReport, ExternalMethodInfo } from '../../core/contract/methods.ts';
import { appearanceOf } from '../../core/methods/appearance.ts';
import { FitError, type Method } from '../../core/methods/method.ts';
import { allMethods } from '../../core/methods/registry.ts';
import { Cancelled } from '../cancelled.ts';
import { registerMethod, removeMethod } from '../external/addMethod.ts';
import { facesOfDataset } from '../external/trialFaces.ts';
import { FolderError } from '../external/folderHash.ts';
import { newMethod } from '../external/scaffoldMethod.ts';
import { externalMethods, loadRegistered } from '../external/loadRegistered.ts';
import { readRegistry, type RegisteredMethod } from '../external/registryFile.ts';
import type { MethodResult, MethodJob } from '../workers/methodWorker.ts';
import { JobFailure, runInThread } from '../workers/jobThread.ts';
import { conflict, notFound } from './errors.ts';
import type { Implementer, Services } from './services.ts';

export function methodHandlers(os: Implementer, { files, workspace: { datasets }, closing }: Services) {
  const find = (id: string): RegisteredMethod => {
    const entry = readRegistry().find(({ declaration }) => declaration.id === id);
    if (!entry) throw notFound(`No external method is registered as "${id}".`);
    return entry;
  };
  const add = async (folder: string, signal: AbortSignal | undefined): Promise<ExternalMethodInfo> => {
    const result = await inThread({ kind: 'inspect', folder }, signal, closing);
    if (result.kind !== 'inspected') throw new TypeError('The folder was not inspected.');
    registerMethod(result.entry);
    loadRegistered();
    return externalMethods().find(({ id }) => id === result.entry.declaration.id)!;
  };

  return {
    list: os.methods.list.handler(() => {
      // Another program, such as the command line, may have changed the registry or a folder meanwhile.
      loadRegistered();
      return allMethods().map(methodInfo);
    }),
    outside: os.methods.outside.handler(() => externalMethods()),
    create: os.methods.create.handler(async ({ input: { folder, id, language } }) => {
      const target = join((await files.resolve(folder)).path, id);
      const file = refusing(() => newMethod(target, language));
      return { token: files.grant(target), file };
    }),
    add: os.methods.add.handler(async ({ input, signal }) => add((await files.resolve(input.folder)).path, signal)),
    addAgain: os.methods.addAgain.handler(({ input, signal }) => add(find(input.id).folder, signal)),
    remove: os.methods.remove.handler(({ input }) => {
      find(input.id);
      removeMethod(input.id);
      loadRegistered();
      return null;
    }),
    check: os.methods.check.handler(async ({ input, signal }): Promise<MethodReport> => {
      const { dataset } = input;
      if (dataset !== undefined && !datasets.get(dataset)) throw notFound('There is no such dataset.');
      const faces = dataset === undefined ? undefined : refusing(() => facesOfDataset(datasets, dataset));
      const result = await inThread({ kind: 'check', folder: find(input.id).folder, faces }, signal, closing);
      if (result.kind !== 'checked') throw new TypeError('The method was not checked.');
      return result.report;
    }),
  };
}

/** Reports problems of a folder or of the images as conflicts, because the user can fix them. */
function refusing<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof FolderError || error instanceof FitError ? conflict(error.message) : error;
  }
}

/** Runs external programs in a thread; aborting ends both. Failures become conflicts with one sentence. */
async function inThread(job: MethodJob, signal: AbortSignal | undefined, closing: AbortSignal): Promise<MethodResult> {
  try {
    return await runInThread('methodWorker', job, { signal: signal ? AbortSignal.any([signal, closing]) : closing });
  } catch (error) {
    if (error instanceof Cancelled) throw conflict('The check of the method did not finish.');
    throw error instanceof JobFailure ? conflict(error.message) : error;
  }
}

/** Describes a method as plain data, without its functions. */
function methodInfo(method: Method): MethodInfo {
  const { id, title, fullName, family, description, formula, citation, latentKind, latentNames, parameters } = method;
  return {
    id,
    title,
    fullName,
    family,
    description,
    formula,
    citation,
    latentKind,
    latentNames,
    parameters,
    nested: method.sweep !== undefined,
    demanding: method.demanding === true,
    appearance: appearanceOf(method),
  };
}
