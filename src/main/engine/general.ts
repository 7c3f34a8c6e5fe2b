/** workspace, settings, files and methods of the contract. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { MethodInfo } from '../../core/contract/types.ts';
import { kernelName } from '../../core/linalg/index.ts';
import { appearanceOf } from '../../core/methods/appearance.ts';
import type { Method } from '../../core/methods/method.ts';
import { methods } from '../../core/methods/registry.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { conflict } from './errors.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function generalHandlers(os: Implementer, { workspace, files, host, chooseNative }: Services) {
  return {
    workspace: {
      info: os.workspace.info.handler(() => ({
        path: workspace.path,
        appVersion: packageFile.version,
        schemaVersion: workspace.schemaVersion,
        kernel: kernelName(),
        processors: availableParallelism(),
        host,
      })),
    },
    settings: {
      get: os.settings.get.handler(() => workspace.settings.get()),
      set: os.settings.set.handler(({ input }) => workspace.settings.set(input)),
    },
    files: {
      list: os.files.list.handler(({ input }) => files.list(input.token, input.use)),
      choose: os.files.choose.handler(async ({ input }) => {
        if (!chooseNative) throw conflict('This host has no file dialog; choose in the list of folders.');
        const path = await chooseNative(input.kind);
        return path === null ? null : { token: files.grant(path), name: basename(path) };
      }),
    },
    methods: {
      list: os.methods.list.handler(() => methods.map(methodInfo)),
    },
  };
}

/** A method as data, without its functions. */
function methodInfo(method: Method): MethodInfo {
  const { id, title, fullName, family, description, citation, latentKind, latentNames, parameters } = method;
  return {
    id,
    title,
    fullName,
    family,
    description,
    citation,
    latentKind,
    latentNames,
    parameters,
    nested: method.sweep !== undefined,
    appearance: appearanceOf(method),
  };
}
