/** The clients of the page, connected in Node: what tests call is what is shipped. */
import type { WebSocket as NodeWebSocket } from 'ws';
import type { Client } from '../../src/renderer/api/client.ts';
import { connectMessagePort } from '../../src/renderer/api/messagePort.ts';
import { connectWebSocket } from '../../src/renderer/api/webSocket.ts';

/** The client of the desktop's page; the port comes in a window message, as the preload script sends it. */
export function clientOverPort(port: MessagePort): Client {
  const page = new EventTarget();
  const requestPort = (): void => {
    const message = Object.assign(new Event('message'), { data: { type: 'eigenbench:port' }, ports: [port] });
    page.dispatchEvent(Object.defineProperty(message, 'source', { value: page }));
  };
  return connectMessagePort({ requestPort }, page as Window).client;
}

/** The client of the browser's page over this socket. Once it is lost, the page dials in vain: nobody answers. */
export function clientOverSocket(socket: WebSocket | NodeWebSocket): Client {
  let next = socket as WebSocket;
  const open = (): WebSocket => {
    const dialled = next;
    next = new EventTarget() as WebSocket;
    return dialled;
  };
  return connectWebSocket({ url: socket.url, open }).client;
}
