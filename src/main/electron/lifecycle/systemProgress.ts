/** Wake lock, progress and notifications for running work. */
import { BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import { endSentence, type Activity, type StudyEnd } from '../../../core/contract/activity.ts';
import type { ShellLog } from '../shellLog.ts';

// Running work and its end, in words and for a progress bar.

/** Running work, as a sentence; null if none. */
export function runningSentence({ studies, imports }: Activity): string | null {
  const names = (list: readonly string[]): string => list.map((name) => `“${name}”`).join(', ');
  const study = studies.length === 1 ? 'The study' : 'The studies';
  const parts = [
    ...(studies.length > 0 ? [`${study} ${names(studies.map(({ name }) => name))}`] : []),
    ...(imports.length > 0 ? [`${studies.length > 0 ? 'the import' : 'The import'} of ${names(imports)}`] : []),
  ];
  if (parts.length === 0) return null;
  const verb = studies.length + Math.min(1, imports.length) > 1 ? 'are' : 'is';
  return `${parts.join(' and ')} ${verb} running.`;
}

/** Value for the dock or task bar: a share from 0 to 1, 2 for work of unknown length, −1 for none. */
export function progressOf({ studies, imports, share }: Activity): number {
  if (studies.length === 0 && imports.length === 0) return -1;
  return share ?? 2;
}

export interface WorkSigns {
  readonly activity: (activity: Activity) => void;
  /** A study has stopped: shows a notification if no window of the application has the focus. */
  readonly ended: (end: StudyEnd) => void;
}

/** @param show brings a study to the front when its notification is clicked */
export function systemProgress(show: (study: number) => void, log: ShellLog): WorkSigns {
  let blocker: number | null = null;
  // Keeps notifications from being garbage-collected, which would lose their clicks.
  const notifications = new Set<Notification>();

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
      notifications.add(notification);
      notification.on('close', () => notifications.delete(notification));
      // Fails e.g. for an unsigned application on macOS: the window requests attention instead.
      notification.on('failed', (_event, reason) => {
        notifications.delete(notification);
        log.error(reason, 'The end of a study could not be notified.');
        for (const window of BrowserWindow.getAllWindows()) window.flashFrame(true);
      });
      notification.on('click', () => {
        notifications.delete(notification);
        show(end.id);
      });
      notification.show();
    },
  };
}
