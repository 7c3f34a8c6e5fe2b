// @module-tag processes
/** eigenbench serve and demo as a user runs them. */
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { clientOverSocket } from '../../support/pageClients.ts';
import { scratch, writeFaces } from './harness.ts';
import { signalsAt } from './signalItself.ts';

const here = scratch();
afterAll(() => here.remove());

describe('serve', () => {
  it('prints the address, answers there, and ends with Ctrl-C', async () => {
    let answered: { title: boolean; path: string } | undefined;
    const outcome = await here.start(['serve', '--workspace', 'w.eigenbench'], (child) => {
      child.stdout?.once('data', async (chunk) => {
        try {
          const url = new URL(String(chunk).trim());
          const page = await (await fetch(url.origin)).text();
          const protocols = ['eigenbench', url.hash.slice(1).replace('=', '.')];
          const socket = new WebSocket(`ws://${url.host}/rpc`, protocols, { origin: url.origin });
          const { path } = await clientOverSocket(socket).workspace.info();
          socket.close();
          answered = { title: page.includes('<title>Eigenbench</title>'), path };
        } finally {
          child.kill('SIGINT');
        }
      });
    });
    expect(answered).toEqual({ title: true, path: expect.stringContaining('w.eigenbench') });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+\n$/);
  });

  it('says so where the port is taken', async () => {
    let second: Promise<unknown> | undefined;
    await here.start(['serve', '--workspace', 'w.eigenbench'], (child) => {
      child.stdout?.once('data', (chunk) => {
        const { port } = new URL(String(chunk).trim());
        second = here
          .run('serve', '--workspace', 'other.eigenbench', '--port', port)
          .finally(() => child.kill('SIGINT'));
      });
    });
    expect(await second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is taken') });
  });
});

describe('a busy host', () => {
  it('ends on SIGTERM while it computes, and keeps the workspace whole', async () => {
    writeFaces(here.at('faces'), { subjects: 12, perSubject: 8, rows: 56, cols: 46 });
    await here.run('import', here.at('faces'), '--name', 'faces', '--workspace', 'busy.eigenbench');
    const outcome = await here.start(['serve', '--workspace', 'busy.eigenbench', '--workers', '2'], (child) => {
      child.stdout?.once('data', async (chunk) => {
        const url = new URL(String(chunk).trim());
        const protocols = ['eigenbench', url.hash.slice(1).replace('=', '.')];
        const socket = new WebSocket(`ws://${url.host}/rpc`, protocols, { origin: url.origin });
        const client = clientOverSocket(socket);
        const { id } = await client.studies.create({
          spec: {
            name: 'long',
            dataset: 'faces',
            methods: [{ method: 'bppca' }],
            protocol: { kind: 'random', trainPerSubject: [4], repeats: 500 },
          },
        });
        await client.studies.run({ id });
        for await (const { progress } of await client.studies.watch({ id })) if (progress.running.length > 0) break;
        child.kill('SIGTERM');
      });
    });
    expect(outcome.code).toBe(0);
    const { code, stdout } = await here.run('studies', '--workspace', 'busy.eigenbench');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^long +faces +(stopped|ready) /m);
  });
});

describe('serve with roots', () => {
  it('says so where one of them is no folder', async () => {
    expect(await here.run('serve', '--roots', '.', 'nowhere')).toEqual({
      code: 1,
      stdout: '',
      stderr: `--roots: there is no folder ${here.at('nowhere')}.\n`,
    });
  });
});

describe('demo', () => {
  it('draws faces alone under a name, into the workspace of the other commands, as the demo draws them', async () => {
    const { code, stdout } = await here.run('demo', '--data-only', '--name', 'few', '--subjects', '3');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Drew "few": 30 images of 3 subjects, 56 rows × 46 columns.\n',
    });
    expect((await here.run('datasets')).stdout).toMatch(/^few +30 +3 +10 +56 × 46/m);
    expect((await here.run('studies')).stdout).not.toContain('Demo');
    expect((await here.run('demo', '--help')).stdout.replace(/\s+/g, ' ')).toContain('(default: demo.eigenbench in');
  });

  it('stops at Ctrl-C, keeps what is finished, and leaves a workspace with the faces', async () => {
    const signalled = scratch({ folder: here.folder, environment: signalsAt(['cells (', 'SIGINT']) });
    const stopped = await signalled.start(['demo', '--workers', '1']);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain('run the same command to continue');
    const { stdout } = await here.run('datasets', '--workspace', 'eigenbench/demo.eigenbench');
    expect(stdout).toMatch(/^drawn faces +240 +24 +10 +56 × 46/m);
  });
});

describe('a host whose engine is blocked', () => {
  it('answers requests and ends on SIGTERM while it is', async () => {
    let served = 0;
    let blocked: Promise<boolean> | undefined;
    const outcome = await here.start(['serve', '--workspace', 'blocked.eigenbench'], (child) => {
      child.stdout?.once('data', async (chunk) => {
        const url = new URL(String(chunk).trim());
        const protocols = ['eigenbench', url.hash.slice(1).replace('=', '.')];
        const socket = new WebSocket(`ws://${url.host}/rpc`, protocols, { origin: url.origin });
        const client = clientOverSocket(socket);
        await client.settings.get();
        // The engine waits in SQLite, without a turn of its loop, where nothing can end it.
        const other = new Database(here.at('blocked.eigenbench'));
        other.exec('BEGIN IMMEDIATE');
        blocked = client.settings.set({ workers: 1 }).then(
          () => false,
          () => true,
        );
        // The host answers the ping after it has handed the call over to the engine.
        const handedOver = once(socket, 'pong');
        socket.ping();
        await handedOver;
        served = (await fetch(url.origin)).status;
        child.once('exit', () => other.close());
        child.kill('SIGTERM');
      });
    });
    expect(served).toBe(200);
    expect(outcome.code).toBe(0);
    expect(await blocked).toBe(true);
  });
});
