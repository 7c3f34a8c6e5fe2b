/**
 * The loopback host as a user starts it: a process of its own, its address read from standard output. It has two
 * workers, so that a study lasts about as long on every machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { commandLineFile } from '../support/builtApplication.ts';

export interface TestHost {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * A free port that no system gives to whoever asks for any: a host that is started again on it finds it free, whatever
 * else is started meanwhile.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      if (server.listening) await new Promise((closed) => server.close(closed));
    }
  }
}

export async function startHost(workspace: string, roots: string | readonly string[], port = 0): Promise<TestHost> {
  const places = [roots].flat();
  const asked = port ? ['--port', String(port)] : [];
  const parameters = ['serve', '--workspace', workspace, '--workers', '2', '--roots', ...places, ...asked];
  const child = spawn(process.execPath, [commandLineFile(), ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const url = await new Promise<string>((found, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const match = /^(http:\S+)\s/m.exec(text);
      if (match) found(match[1]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}: ${complaint}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
