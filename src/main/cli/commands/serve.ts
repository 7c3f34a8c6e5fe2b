import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { superviseEngine, type SupervisedEngine } from '../../engineThread/supervisor.ts';
import { ensurePage } from '../../server/buildPage.ts';
import { openInBrowser } from '../../server/openInBrowser.ts';
import { startServer } from '../../server/server.ts';
import { defaultWorkspacePath } from '../../workspace/location.ts';
import { Failure } from '../errors.ts';
import { print, printNotice } from '../terminal.ts';
import type { Only, OptionsOf } from '../declarations/declare.ts';
import type { WorkspaceOptions } from '../workspace.ts';
import type { declareServe } from '../declarations/workspaceCommands.ts';

interface Served extends OptionsOf<typeof declareServe> {
  /** Page to show, e.g. /studies/3. @default the start page */
  readonly page?: string;
}

/**
 * Milliseconds for an orderly shutdown: finished work is in the workspace, and work in progress is not worth waiting
 * for.
 */
const ENDING = 1500;

/** eigenbench serve: runs the loopback host until Ctrl-C. Standard output contains only the address. */
export async function serveCommand({ port, open, page, ...where }: Served): Promise<void> {
  const { workspace, workers, roots: folders } = where satisfies Only<WorkspaceOptions, typeof where>;
  const roots = folders?.map((root) => resolve(root));
  const missing = roots?.find((root) => !statSync(root, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new Failure(`--roots: there is no folder ${missing}.`);
  const pageFolder = await ensurePage(printNotice);
  const lost = Promise.withResolvers<never>();
  const engine = superviseEngine({
    open: {
      workspacePath: workspace ?? defaultWorkspacePath(),
      host: 'browser',
      roots: roots ?? [homedir()],
      ...(workers === undefined ? {} : { workers }),
    },
    onRestart: printNotice,
    onLost: (sentence) => lost.reject(new Failure(sentence)),
  });
  try {
    await Promise.race([serve(engine, pageFolder, { port, open, page }), lost.promise]);
  } finally {
    await engine.close(ENDING);
  }
}

async function serve(
  engine: SupervisedEngine,
  pageFolder: string,
  { port, open, page }: Pick<Served, 'port' | 'open' | 'page'>,
): Promise<void> {
  const stop = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
  const opened = await Promise.race([engine.opened, stop]);
  if (!opened) return;
  const { path, notices } = opened;
  for (const notice of notices) printNotice(notice);
  const server = await startServer({ connect: engine.connect, pageFolder, port }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Failure(`Port ${port} is taken: choose another one with --port, or leave it out.`);
  });
  const url = page === undefined ? server.url : `${server.url}&page=${page}`;
  print(`${url}\n`);
  printNotice(`Serving ${path} on this machine only; the address holds the key. Ctrl-C ends it.`);
  const browser = open ? await openInBrowser(url) : null;
  if (open && browser === null) {
    printNotice('No Chromium, Chrome or Edge was found: open the address in a browser of your choice.');
  }
  await stop;
  browser?.forget();
  for (const { name } of engine.activity().studies) {
    printNotice(`“${name}” is stopped; its finished cells are kept, and running it again computes the others.`);
  }
  // A thread in native code would keep the process alive.
  setTimeout(() => process.exit(0), 2 * ENDING).unref();
  await server.close();
}
