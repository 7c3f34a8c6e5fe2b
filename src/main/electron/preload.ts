/**
 * The only bridge between the page and the shell: it hands over one end of a message channel, passes the shell's
 * messages on, and reports what is dropped on the window. The page can call one function, which takes nothing.
 * Sandboxed, so it is built to CommonJS and imports nothing but electron.
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

// Without this the window would ask to leave the application for the file.
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', (event) => {
  event.preventDefault();
  // Only the user can drop: a page can neither make a trusted event nor a file that has a path.
  if (!event.isTrusted) return;
  const paths = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file));
  if (paths.length > 0)
    ipcRenderer.send(
      DROPPED,
      paths.filter((path) => path !== ''),
    );
});
