/**
 * Prints documents or saves them as PDF by the system's dialogs. The printed page is separate and has no access to
 * anything.
 */
import { join } from 'node:path';
import { BrowserWindow, dialog, session } from 'electron';
import type { Printing } from '../../../core/contract/desktopShell.ts';
import { writeFile } from '../../disk/writeFile.ts';

const SCHEME = 'print';
const ADDRESS = `${SCHEME}://document/`;
/** Allows only the contents of the document itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Prints the document, or asks where to save its PDF, starting in `from`; false if dismissed. */
export async function print({ name, html, as }: Printing, from: string): Promise<boolean> {
  // An in-memory session. It serves the latest document, because there is only one at a time.
  const apart = session.fromPartition('print');
  if (apart.protocol.isProtocolHandled(SCHEME)) apart.protocol.unhandle(SCHEME);
  apart.protocol.handle(SCHEME, () => {
    return new Response(html, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
    });
  });
  apart.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: url !== ADDRESS && !url.startsWith('data:') }),
  );
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: apart,
      sandbox: true,
      javascript: false,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  try {
    await window.loadURL(ADDRESS);
    return as === 'pdf' ? await saveAsPdf(window, join(from, `${name}.pdf`)) : await onPaper(window);
  } finally {
    window.destroy();
  }
}

async function saveAsPdf(window: BrowserWindow, place: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: place,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (canceled) return false;
  const pdf = await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true, pageSize: 'A4' });
  writeFile(filePath, pdf);
  return true;
}

function onPaper(window: BrowserWindow): Promise<boolean> {
  return new Promise((done, failed) => {
    window.webContents.print({ printBackground: true }, (printed, reason) => {
      // Chromium's error message for a dismissed dialog.
      if (printed || /cancel/i.test(reason)) done(printed);
      else failed(new Error(`It cannot be printed: ${reason}.`));
    });
  });
}
