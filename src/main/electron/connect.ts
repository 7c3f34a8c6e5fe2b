import { ipcMain, type MessagePortMain } from 'electron';
import { cut } from '../../core/contract/delivery.ts';
import type { PageEnd } from '../engineThread/relay.ts';
import { CONNECT } from './channels.ts';
import { isTrustedFrame } from './ownPage.ts';

/** Connects the engine with the port that the preload script sends: of the top frame of the own page only. */
export function acceptPorts(connect: (page: PageEnd) => void): void {
  ipcMain.on(CONNECT, (event) => {
    const frame = event.senderFrame;
    const [port] = event.ports;
    if (!port) return;
    if (!isTrustedFrame(frame)) return port.close();
    connect(pagePort(port));
  });
}

/** Electron copies what it sends to a page on this thread: 1 MiB in about half a millisecond. */
const PART = 2 ** 20;

/** The page behind a port of Electron's main process. Long answers go in parts, others wait for them in order. */
export function pagePort(port: MessagePortMain): PageEnd {
  const waiting: Parameters<PageEnd['send']>[0][] = [];
  let sending = false;
  let closed = false;
  const flush = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let next = waiting.shift(); next !== undefined && !closed; next = waiting.shift()) {
      if (typeof next === 'string') port.postMessage(next);
      else {
        for (const part of cut(next, PART)) {
          if (closed) break;
          port.postMessage(part);
          if (!part.last) await new Promise(setImmediate);
        }
      }
    }
    sending = false;
  };
  const close = (): void => {
    closed = true;
    waiting.length = 0;
  };
  port.on('close', close);
  return {
    send(delivery) {
      waiting.push(delivery);
      void flush();
    },
    close() {
      close();
      port.close();
    },
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data));
      port.start();
    },
    onClose: (listener) => void port.on('close', listener),
  };
}
