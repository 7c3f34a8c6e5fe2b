import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensurePage } from '../../page/buildPage.ts';
import { openInBrowser } from '../../server/openInBrowser.ts';
import { startServer } from '../../server/server.ts';
import { Failure } from '../errors.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, say } from '../terminal.ts';

interface ServeOptions extends WorkspaceOptions {
  readonly port?: number;
  readonly open?: boolean;
}

/**
 * Milliseconds for ending in order: what is finished is in the workspace, and no work in progress is worth waiting for.
 */
const ENDING = 1500;

/** eigenbench serve: the loopback host until Ctrl-C. The address is the only thing on standard output. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const roots = options.roots?.map((root) => resolve(root));
  const missing = roots?.find((root) => !statSync(root, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new Failure(`--roots: there is no folder ${missing}.`);
  const pageFolder = await ensurePage(say);
  await withEngine({ ...options, ...(roots ? { roots } : {}) }, async (engine) => {
    const stop = new Promise<void>((done) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
    });
    const server = await startServer({ router: engine.router, pageFolder, port: options.port }).catch((error) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Failure(`Port ${options.port} is taken: choose another one with --port, or leave it out.`);
    });
    print(`${server.url}\n`);
    const { path } = await engine.client.workspace.info();
    say(`Serving ${path} on this machine only; the address holds the key. Ctrl-C ends it.`);
    const browser = options.open ? await openInBrowser(server.url) : null;
    if (options.open && browser === null) {
      say('No Chromium, Chrome or Edge was found: open the address in a browser of your choice.');
    }
    await stop;
    browser?.forget();
    setTimeout(() => process.exit(0), ENDING).unref();
    await server.close();
  });
}
