/** What can be done to a study from outside, each with its way back in a toast. */
import type { StudySummary } from '../../core/contract/studies.ts';
import { failureOf } from '../api/client.ts';
import { useStudies } from '../stores/catalogue.ts';
import { useToast } from '../stores/toast.ts';

type Named = Pick<StudySummary, 'id' | 'name'>;

export function useStudyActions() {
  const studies = useStudies();
  const toast = useToast();

  const undo = (run: () => Promise<unknown>) => ({
    title: 'Undo',
    run: async () => {
      try {
        await run();
      } catch (error) {
        toast.say(failureOf(error).message, 'failed');
      }
    },
  });

  /** Throws where the name is refused, which the dialog shows beside its field. `changed` follows each change. */
  async function rename({ id, name: before }: Named, name: string, changed = async () => {}): Promise<void> {
    if (name === before) return;
    const to = async (next: string): Promise<void> => {
      await studies.rename(id, next);
      await changed();
    };
    await to(name);
    toast.say(
      `Renamed ${before} to ${name}`,
      'done',
      undo(() => to(before)),
    );
  }

  /** True where the study is gone; else a toast says why it is not. */
  async function remove({ id, name }: Named): Promise<boolean> {
    try {
      await studies.remove(id);
    } catch (error) {
      toast.say(failureOf(error).message, 'failed');
      return false;
    }
    toast.say(
      `Deleted ${name}`,
      'done',
      undo(() => studies.restore(id)),
    );
    return true;
  }

  return { rename, remove };
}
