import { ipcMain, type MessagePortMain } from 'electron';
import type { EngineRouter } from '../engine/router.ts';
import { serveMessagePort, type Port } from '../transports/messagePort.ts';
import { isOwnAddress } from './appProtocol.ts';
import { CONNECT } from './channels.ts';

/**
 * Serves the engine over the port that the preload script sends: to the top frame of the application's own page only.
 */
export function acceptPorts(router: EngineRouter): void {
  ipcMain.on(CONNECT, (event) => {
    const frame = event.senderFrame;
    const [port] = event.ports;
    if (!port) return;
    if (frame === null || frame.parent !== null || !isOwnAddress(frame.url)) return port.close();
    serveMessagePort(router, asPort(port));
  });
}

/** Electron types the events of its ports one by one. */
function asPort(port: MessagePortMain): Port {
  return {
    on: (event, listener) => port.on(event as 'message', listener),
    postMessage: (data: unknown) => port.postMessage(data),
    start: () => port.start(),
    close: () => port.close(),
  };
}
