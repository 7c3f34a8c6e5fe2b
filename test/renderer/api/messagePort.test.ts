// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cut } from '../../../src/core/contract/chunkedReply.ts';
import { connectMessagePort } from '../../../src/renderer/api/messagePort.ts';
import { eventually } from '../../support/eventually.ts';

/** The window message by which the preload script hands over a port. */
function handOver(source: unknown, type: string, port: unknown): void {
  const event = new Event('message');
  Object.assign(event, { data: { type } });
  Object.defineProperty(event, 'source', { value: source });
  Object.defineProperty(event, 'ports', { value: [port] });
  window.dispatchEvent(event);
}

class FakePort extends EventTarget {
  started = false;
  readonly sent: string[] = [];
  start(): void {
    this.started = true;
  }
  postMessage(message: string): void {
    this.sent.push(message);
  }
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the connection over a message port', () => {
  it('asks for a port, takes it from its own window only, and calls over it', async () => {
    let asked = 0;
    const connection = connectMessagePort({ requestPort: () => asked++ });
    expect(asked).toBe(1);
    const [foreign, odd, own] = [new FakePort(), new FakePort(), new FakePort()];
    handOver({ another: 'window' }, 'eigenbench:port', foreign);
    handOver(window, 'something else', odd);
    expect(connection.state.value).toBe('connecting');
    handOver(window, 'eigenbench:port', own);
    expect([connection.state.value, own.started]).toEqual(['open', true]);

    const answer = connection.client.methods.list();
    await eventually(() => expect(own.sent).toHaveLength(1));
    expect([foreign.sent.length, odd.sent.length]).toEqual([0, 0]);
    const { i } = JSON.parse(own.sent[0]);
    own.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ i, p: { b: { json: [] } } }) }));
    expect(await answer).toEqual([]);
  });

  it('is lost when its port closes, fails the calls under way, and goes on over the next port', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    const connection = connectMessagePort({ requestPort: () => asked++ });
    const [first, second] = [new FakePort(), new FakePort()];
    handOver(window, 'eigenbench:port', first);
    const lost = connection.client.methods.list().then(
      () => 'answered',
      () => 'failed',
    );
    await eventually(() => expect(first.sent).toHaveLength(1));
    first.dispatchEvent(new Event('close'));
    expect(await lost).toBe('failed');
    expect([connection.state.value, asked]).toEqual(['lost', 1]);

    const later = connection.client.methods.list();
    vi.runOnlyPendingTimers();
    expect(asked).toBe(2);
    handOver(window, 'eigenbench:port', second);
    await eventually(() => expect(second.sent).toHaveLength(1));
    const { i } = JSON.parse(second.sent[0]);
    second.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ i, p: { b: { json: [] } } }) }));
    expect(await later).toEqual([]);
    expect([connection.state.value, connection.epoch.value]).toEqual(['open', 2]);
  });

  it('puts an answer together that comes in parts', async () => {
    const connection = connectMessagePort({ requestPort: () => undefined });
    const port = new FakePort();
    handOver(window, 'eigenbench:port', port);
    const answer = connection.client.methods.list();
    await eventually(() => expect(port.sent).toHaveLength(1));
    const { i } = JSON.parse(port.sent[0]);
    const bytes = new TextEncoder().encode(JSON.stringify({ i, p: { b: { json: ['Söderström'] } } }));
    // Two bytes of a letter lie in different parts.
    for (const part of cut({ bytes, text: true, last: true }, 7)) {
      port.dispatchEvent(new MessageEvent('message', { data: part }));
    }
    expect(await answer).toEqual(['Söderström']);
  });
});
