/**
 * The only bridge between the page and the shell: it hands over one end of a message channel and keeps nothing.
 * Sandboxed, so it is built to CommonJS and imports nothing but electron.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { CONNECT, PORT_MESSAGE } from './channels.ts';

contextBridge.exposeInMainWorld('eigenbench', {
  requestPort: (): void => {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(CONNECT, null, [port1]);
    window.postMessage({ type: PORT_MESSAGE }, window.location.origin, [port2]);
  },
});
