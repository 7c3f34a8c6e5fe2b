/**
 * npm run dev: runs the application in a browser and reloads the page on every change of its sources, with the engine
 * behind Vite’s development server.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { superviseEngine } from '../src/main/engineThread/supervisor.ts';
import { ensurePage } from '../src/main/server/buildPage.ts';
import { packageRoot } from '../src/main/packageRoot.ts';
import { startServer } from '../src/main/server/server.ts';
import { defaultWorkspacePath } from '../src/main/workspace/location.ts';

const root = packageRoot();
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
const engine = superviseEngine({
  open: { workspacePath: process.argv[2] ?? defaultWorkspacePath(), host: 'browser', roots: [homedir()] },
  onRestart: say,
  onLost: (sentence) => {
    say(sentence);
    process.exit(1);
  },
});
await engine.opened;
const host = await startServer({ connect: engine.connect, pageFolder: await ensurePage(say) });
const target = new URL(host.url);
const vite = await createServer({
  configFile: join(root, 'vite.renderer.config.ts'),
  server: {
    host: '127.0.0.1',
    // The host accepts its own origin only; the proxy is trusted to substitute it.
    proxy: { '/rpc': { target: target.origin, ws: true, changeOrigin: true, rewriteWsOrigin: true } },
  },
});
await vite.listen();
const page = vite.resolvedUrls?.local[0] ?? 'http://127.0.0.1:5173/';
process.stdout.write(`${page}${target.hash}\n`);

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending) process.exit(130);
    ending = true;
    void Promise.all([vite.close(), host.close(), engine.close()]).finally(() => process.exit(0));
  });
}
