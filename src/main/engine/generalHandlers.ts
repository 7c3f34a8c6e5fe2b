/** Handlers of the `workspace`, `settings`, `files` and `methods` calls of the contract. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { PathEntry } from '../../core/contract/files.ts';
import type { WorkspaceInfo } from '../../core/contract/workspace.ts';
import { kernelName } from '../../core/linalg/index.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { runInTimeSlices } from '../timeSlices.ts';
import { backupPath } from '../workspace/location.ts';
import { conflict } from './errors.ts';
import type { Implementer, Services } from './services.ts';
import { methodHandlers } from './methodHandlers.ts';
import { slug } from '../../core/report/slug.ts';
import { drawnFile } from './drawnFile.ts';

/** Maximum recent sources. */
const RECENT = 5;

export function generalHandlers(os: Implementer, services: Services) {
  const { workspace, files, host, chooseNative, printNative, closing, announced } = services;
  const info = (): WorkspaceInfo => ({
    path: workspace.path,
    appVersion: packageFile.version,
    schemaVersion: workspace.schemaVersion,
    kernel: kernelName(),
    processors: availableParallelism(),
    host,
    notices: workspace.notices,
    restart: services.restart,
    space: workspace.space(),
  });
  const requireRest = (): void => {
    const running = workspace.studies.list().find(({ state }) => state === 'running');
    if (running) throw conflict(`"${running.name}" is running; wait for it, or cancel it first.`);
  };

  return {
    workspace: {
      info: os.workspace.info.handler(info),
      backup: os.workspace.backup.handler(() => {
        const path = backupPath(workspace.path, new Date());
        announced(() => workspace.backup(path));
        return { path };
      }),
      check: os.workspace.check.handler(({ input, signal }) => {
        if (input.repair) workspace.requireWritable();
        requireRest();
        const stop = signal ? AbortSignal.any([signal, closing]) : closing;
        return runInTimeSlices(workspace.check(input.repair), stop, () => undefined);
      }),
      shrink: os.workspace.shrink.handler(() => {
        requireRest();
        announced(() => workspace.shrink());
        return info();
      }),
    },
    settings: {
      get: os.settings.get.handler(() => workspace.settings.get()),
      set: os.settings.set.handler(({ input }) => {
        const settings = workspace.settings.set(input);
        if (input.theme !== undefined) services.onTheme(settings.theme);
        return settings;
      }),
    },
    files: {
      list: os.files.list.handler(({ input }) => files.list(input.token, input.use)),
      complete: os.files.complete.handler(({ input }) => files.complete(input.path, input.use)),
      recent: os.files.recent.handler(async () => {
        const sources = workspace.datasets
          .list()
          .filter(({ preprocessing }) => preprocessing === null)
          .map(({ source }) => source);
        const entries: PathEntry[] = [];
        for (const path of [...new Set(sources.reverse())].slice(0, 3 * RECENT)) {
          const entry = entries.length < RECENT ? await files.at(path) : null;
          if (entry !== null) entries.push(entry);
        }
        return entries;
      }),
      choose: os.files.choose.handler(async ({ input }) => {
        if (!chooseNative) throw conflict('This host has no file dialog; choose in the list of folders.');
        const path = await chooseNative(input.kind);
        return path === null ? null : { token: files.grant(path), name: basename(path) };
      }),
      print: os.files.print.handler(({ input }) => {
        if (!printNative)
          throw conflict('This host prints nothing itself; save the document and print it in a browser.');
        return printNative(input);
      }),
    },
    methods: methodHandlers(os, services),
  };
}

/** Handlers of the `figures` calls of the contract. */
export function figureHandlers(os: Implementer) {
  return {
    set: os.figures.set.handler(({ input: { drawing, name, format, page } }) =>
      drawnFile(drawing, slug(name), format, page),
    ),
  };
}
