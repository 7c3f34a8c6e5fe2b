/** What the shell says to its page. Messages wait until a page is there that listens. */
import { ipcMain, type WebContents } from 'electron';
import type { ShellMessage } from '../../../core/contract/shell.ts';
import { CONNECT, TELL } from '../channels.ts';
import { isTrustedFrame } from '../ownPage.ts';

export interface PageMessages {
  /** Opens a window where there is none, and tells its page once it listens. */
  readonly tell: (message: ShellMessage) => void;
  /** The page is about to be loaded again: messages wait for the next one. */
  readonly expectPage: () => void;
}

/** @param open opens the window of the application where there is none */
export function pageMessages(open: () => void): PageMessages {
  const waiting: ShellMessage[] = [];
  /** A page asks for its port when its scripts run, and listens from then on. */
  let listening: WebContents | null = null;
  /** Those whose end and navigation are heard: every page that is loaded asks for a port of its own. */
  const heard = new WeakSet<WebContents>();

  ipcMain.on(CONNECT, ({ sender, senderFrame }) => {
    if (!isTrustedFrame(senderFrame)) return;
    if (!heard.has(sender)) {
      heard.add(sender);
      const gone = (): void => {
        if (listening === sender) listening = null;
      };
      sender.once('destroyed', gone);
      sender.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) gone();
      });
    }
    listening = sender;
    for (const message of waiting.splice(0)) sender.send(TELL, message);
  });

  return {
    tell: (message) => {
      open();
      if (listening === null) waiting.push(message);
      else listening.send(TELL, message);
    },
    expectPage: () => {
      listening = null;
    },
  };
}
