/** Wake lock, progress and notifications for running work. */
import { BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import type { Activity, StudyEnd } from '../../../core/contract/activity.ts';
import type { ShellLog } from '../shellLog.ts';
import { endSentence, progressOf } from './sentences.ts';

export interface WorkSigns {
  readonly activity: (activity: Activity) => void;
  /** A study runs no longer: said by the system where no window of ours has the focus. */
  readonly ended: (end: StudyEnd) => void;
}

/** @param show brings a study to the front when its notification is clicked */
export function systemProgress(show: (study: number) => void, log: ShellLog): WorkSigns {
  let blocker: number | null = null;
  // A notification that nobody refers to is collected, and its click is lost.
  const shown = new Set<Notification>();

  const stayAwake = (awake: boolean): void => {
    if (awake && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (!awake && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  return {
    activity: (activity) => {
      stayAwake(activity.studies.length > 0 || activity.imports.length > 0);
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressOf(activity));
    },
    ended: (end) => {
      const body = endSentence(end);
      if (body === null || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
      const notification = new Notification({ title: end.name, body });
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      // As for an application that is not signed on macOS: its window asks for attention instead.
      notification.on('failed', (_event, reason) => {
        shown.delete(notification);
        log.error(reason, 'The end of a study could not be notified.');
        for (const window of BrowserWindow.getAllWindows()) window.flashFrame(true);
      });
      notification.on('click', () => {
        shown.delete(notification);
        show(end.id);
      });
      notification.show();
    },
  };
}
