import type { HistoryEntry, HistoryEvent } from '../../core/contract/notebook.ts';

const WORDS: Readonly<Record<HistoryEvent, string>> = {
  created: 'Created',
  renamed: 'Renamed',
  extended: 'Extended:',
  started: 'Started',
  resumed: 'Resumed',
  paused: 'Paused',
  cancelled: 'Cancelled',
  stopped: 'Stopped:',
  finished: 'Finished',
  retried: 'Retried',
  again: 'Computed again',
  merged: 'Merged',
  excluded: 'Excluded',
  included: 'Included',
  exported: 'Exported',
};

/** "Renamed from a to b", "Stopped: the disk is full", "Finished". */
export function historyText({ event, detail }: Pick<HistoryEntry, 'event' | 'detail'>): string {
  return detail === '' ? WORDS[event].replace(':', '') : `${WORDS[event]} ${detail}`;
}
