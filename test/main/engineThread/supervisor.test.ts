/** The life of the engine's thread: opening, asking, ending, giving up. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noActivity } from '../../../src/core/contract/activity.ts';
import { cut, isPart, type ReplyMessage, type ReplyChunk } from '../../../src/core/contract/chunkedReply.ts';
import type { PageEnd } from '../../../src/main/engineThread/relay.ts';
import { inThread, superviseEngine, type SupervisorOptions } from '../../../src/main/engineThread/supervisor.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { clientOverPort } from '../../support/pageClients.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { makeWorkspace, supervised } from './supervised.ts';
import { eventually } from '../../support/eventually.ts';

function pageEnd(): { readonly end: PageEnd; readonly port: MessagePort; readonly closings: string[] } {
  const { port1, port2 } = new MessageChannel();
  const closings: string[] = [];
  const end: PageEnd = {
    send: (delivery: ReplyMessage) => port1.postMessage(delivery),
    close: (why) => {
      closings.push(why);
      port1.close();
    },
    onMessage: (listener) => void port1.on('message', listener),
    onClose: (listener) => void port1.on('close', listener),
  };
  onTestFinished(() => port2.close());
  return { end, port: port2 as unknown as MessagePort, closings };
}

function engineOn(workspacePath: string, options: Partial<SupervisorOptions> = {}) {
  const lost: string[] = [];
  const engine = superviseEngine({
    open: { workspacePath, host: 'desktop', roots: [], workers: 1 },
    onLost: (sentence) => lost.push(sentence),
    ...options,
  });
  onTestFinished(() => engine.close());
  return { engine, lost };
}

describe('the engine’s thread', () => {
  it('answers calls that were made before the workspace was open, and tells the stored theme and its changes', async () => {
    const { workspacePath } = makeWorkspace();
    const themes: string[] = [];
    const { engine } = engineOn(workspacePath, { onTheme: (theme) => themes.push(theme) });
    const { end, port } = pageEnd();
    engine.connect(end);
    const client = clientOverPort(port);
    expect((await client.studies.list()).map(({ name }) => name)).toEqual(['study']);
    expect((await client.workspace.info()).restart).toBeNull();
    expect(await engine.opened).toMatchObject({ path: workspacePath, notices: [], theme: 'system' });
    await client.settings.set({ theme: 'dark' });
    await client.settings.set({ workers: 1 });
    await eventually(() => expect(themes).toEqual(['system', 'dark']));
  });

  it('says in one sentence why a workspace cannot be opened, and is not started again', async () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    writeFileSync(path, 'no database at all, but long enough to be looked at as one'.repeat(40));
    const { engine, lost } = engineOn(path);
    await expect(engine.opened).rejects.toThrow(`"${path}" is not an Eigenbench workspace.`);
    expect(lost).toEqual([]);
    const { end, closings } = pageEnd();
    engine.connect(end);
    expect(closings).toEqual(['restarted']);
  });

  it('asks the host for the native dialog', async () => {
    const { workspacePath } = makeWorkspace();
    const asked: string[] = [];
    const { engine } = engineOn(workspacePath, {
      chooseNative: async (what) => {
        asked.push(what);
        return what === 'file' ? workspacePath : null;
      },
    });
    const { end, port } = pageEnd();
    engine.connect(end);
    const client = clientOverPort(port);
    expect(await client.files.choose({ kind: 'folder' })).toBeNull();
    expect(await client.files.choose({ kind: 'file' })).toMatchObject({ name: basename(workspacePath) });
    expect(asked).toEqual(['folder', 'file']);
  });

  it('has no dialog where the host has none', async () => {
    const { workspacePath } = makeWorkspace();
    const { engine } = engineOn(workspacePath);
    const { end, port } = pageEnd();
    engine.connect(end);
    await expect(clientOverPort(port).files.choose({ kind: 'folder' })).rejects.toThrow(/no file dialog/);
  });

  it('tells what it works at, and nothing more when that is over', async () => {
    // Too much work to be over between two looks at it.
    const { engine, study } = supervised(10_000, 500);
    const { end, port } = pageEnd();
    engine.connect(end);
    const client = clientOverPort(port);
    await client.studies.run({ id: study });
    await eventually(() => expect(engine.activity().studies.map(({ name }) => name)).toEqual(['study']));
    await eventually(() => expect(engine.activity().share).toBeGreaterThan(0));
    await client.studies.cancel({ id: study });
    await eventually(() => expect(engine.activity()).toEqual(noActivity));
  });

  it('closes in order while a study runs: its cells are pending afterwards', async () => {
    const { engine, study, workspacePath, lost, restarts } = supervised();
    const { end, port, closings } = pageEnd();
    engine.connect(end);
    await clientOverPort(port).studies.run({ id: study });
    await engine.close();
    const workspace = openWorkspace(workspacePath);
    expect(workspace.cells.withStatus(study, 'running')).toEqual([]);
    expect(workspace.studies.get(study)!.state).not.toBe('running');
    workspace.close();
    expect([lost, restarts]).toEqual([[], []]);
    await eventually(() => expect(closings).toEqual(['restarted']));
  });

  it('is ended by force when it never returns while it should close', async () => {
    const { engine, order, restarts } = supervised();
    await engine.opened;
    const { end, port } = pageEnd();
    engine.connect(end);
    const client = clientOverPort(port);
    await client.settings.get();
    await order('spin');
    const call = client.settings.get().then(
      () => 'answered',
      () => 'lost',
    );
    // It would never end by itself, and an answer would come before its end.
    await engine.close(300);
    expect(await call).toBe('lost');
    expect(restarts).toEqual([]);
  });

  it('is given up with one sentence when it ends four times within a minute', async () => {
    const { engine, lost } = engineOn('/nowhere', {
      start: inThread(new URL('./workers/shortLived.ts', import.meta.url)),
    });
    await engine.opened;
    await eventually(() => expect(lost).toHaveLength(1));
    expect(lost[0]).toBe('The engine ended unexpectedly 4 times within a minute and is not started again.');
    const { end, closings } = pageEnd();
    engine.connect(end);
    expect(closings).toEqual(['restarted']);
  });

  it('refuses what is no call, and says so', async () => {
    const { engine } = supervised();
    for (const message of ['nonsense', new Uint8Array([1, 2])]) {
      const { end, port, closings } = pageEnd();
      engine.connect(end);
      port.postMessage(message);
      await eventually(() => expect(closings).toEqual(['malformed']));
    }
  });
});

describe('a long answer', () => {
  it('is cut into parts with memory of their own that give the whole again', () => {
    const bytes = Uint8Array.from({ length: 2500 }, (_, i) => i % 251);
    const parts = [...cut({ bytes, text: false, last: true }, 1000)];
    expect(parts.map((part: ReplyChunk) => [part.bytes.length, part.bytes.buffer.byteLength, part.last])).toEqual([
      [1000, 1000, false],
      [1000, 1000, false],
      [500, 500, true],
    ]);
    expect(parts.flatMap((part) => [...part.bytes])).toEqual([...bytes]);
    expect(parts.every(isPart)).toBe(true);
  });
});
