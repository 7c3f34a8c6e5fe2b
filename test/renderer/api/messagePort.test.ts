// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { connectMessagePort } from '../../../src/renderer/api/messagePort.ts';

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
    await vi.waitFor(() => expect(own.sent).toHaveLength(1));
    expect([foreign.sent.length, odd.sent.length]).toEqual([0, 0]);
    const { i } = JSON.parse(own.sent[0]);
    own.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ i, p: { b: { json: [] } } }) }));
    expect(await answer).toEqual([]);
  });
});
