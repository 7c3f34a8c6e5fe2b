/** Notebook actions for a study or a dataset: stars, tags, notes. */
import type { NotebookChange, NotebookEntry } from '../../core/contract/notebook.ts';
import { failureOf, useConnection } from '../api/client.ts';
import { useDatasets, useStudies } from '../stores/catalogue.ts';
import { useToast } from '../stores/toast.ts';

export type NotebookKind = 'study' | 'dataset';
export interface NotebookItem extends NotebookEntry {
  readonly id: number;
  readonly name: string;
}

/** `changed` is called after each change, for a page that holds the item itself. */
export function useNotebook(kind: NotebookKind, changed: () => Promise<unknown> = async () => {}) {
  const { client } = useConnection();
  const store = kind === 'study' ? useStudies() : useDatasets();
  const toast = useToast();

  /** True if saved; otherwise a toast shows the reason. */
  async function annotate({ id }: Pick<NotebookItem, 'id'>, change: NotebookChange): Promise<boolean> {
    try {
      await store.annotate(id, change);
      await changed();
      return true;
    } catch (error) {
      const failure = failureOf(error);
      toast.say(failure.problems[0]?.message ?? failure.message, 'failed');
      return false;
    }
  }

  function star(item: NotebookItem): Promise<boolean> {
    return annotate(item, { starred: !item.starred });
  }

  const history = (id: number) => (kind === 'study' ? client.studies.history({ id }) : client.datasets.history({ id }));

  return { annotate, star, history };
}
