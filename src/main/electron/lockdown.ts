/**
 * Prevents any page, whatever its contents, from leaving the application, opening windows, using devices or accessing
 * the network.
 */
import { app, session, type WebFrameMain } from 'electron';
import { isOwnAddress } from './appProtocol.ts';

/** Applies to every future page of this process. Must run before the first window. */
export function lockDownPages(): void {
  app.on('web-contents-created', (_created, contents) => {
    const stay = (event: { preventDefault: () => void }, address: string): void => {
      if (!isOwnAddress(address)) event.preventDefault();
    };
    contents.on('will-navigate', (event) => stay(event, event.url));
    contents.on('will-redirect', (event) => stay(event, event.url));
    contents.on('will-frame-navigate', (event) => stay(event, event.url));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Applies to the session that all windows share. Must run after the app is ready. Allows copying to the clipboard. */
export function lockDownSession(): void {
  const ours = session.defaultSession;
  ours.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  );
  ours.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  ours.setDevicePermissionHandler(() => false);
  ours.setDisplayMediaRequestHandler(null);
  ours.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isOwnAddress(details.url) && !/^(devtools|blob|data):/.test(details.url) }),
  );
}

/** Whether a message comes from the top frame of the application's own page; a destroyed frame is null. */
export function isTrustedFrame(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}
