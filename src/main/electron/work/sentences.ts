/** Work in progress and its end, in words and for a progress bar. */
import type { Activity, StudyEnd } from '../../../core/contract/activity.ts';

/** What runs, as a sentence; null while nothing does. */
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

/** The value for the dock or task bar: a share from 0 to 1, 2 for work of unknown length, −1 for none. */
export function progressOf({ studies, imports, share }: Activity): number {
  if (studies.length === 0 && imports.length === 0) return -1;
  return share ?? 2;
}

/** What a notification says of a study that runs no longer; null where the user stopped it, who knows. */
export function endSentence({ state, fault, done, failed, total }: StudyEnd): string | null {
  if (fault !== null) return `The study stopped: ${fault}`;
  if (state !== 'finished') return null;
  return failed === 0 ? `Finished: ${done} cells.` : `Finished: ${failed} of ${total} cells failed.`;
}
