/**
 * The only bridge between the page and the shell: it passes one end of a message channel, forwards the shell's
 * messages, and reports drops on the window. The page can call one function, which takes no arguments. Sandboxed, so it
 * is built to CommonJS and imports only electron.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { CONNECT, DROPPED, PORT_MESSAGE, TELL } from './channels.ts';

contextBridge.exposeInMainWorld('eigenbench', {
  requestPort: (): void => {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(CONNECT, null, [port1]);
    window.postMessage({ type: PORT_MESSAGE }, window.location.origin, [port2]);
  },
});

ipcRenderer.on(TELL, (_event, message: unknown) => {
  window.postMessage({ type: TELL, message }, window.location.origin);
});

// Otherwise the window would navigate away from the application to the file.
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', (event) => {
  event.preventDefault();
  // Only the user can drop: a page can create neither a trusted event nor a file with a path.
  if (!event.isTrusted) return;
  const paths = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file));
  if (paths.length > 0)
    ipcRenderer.send(
      DROPPED,
      paths.filter((path) => path !== ''),
    );
});
