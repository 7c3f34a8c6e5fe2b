/** What can be done to a dataset, each with its way back in a toast. */
import { computed, ref } from 'vue';
import type { DatasetFormat } from '../../core/formats/datasetFormats.ts';
import type { DatasetDetails } from '../../core/contract/datasets.ts';
import { failureOf, useConnection } from '../api/client.ts';
import { saveFile } from '../ui/files/saveAndCopy.ts';
import type { Query } from '../api/useQuery.ts';
import { useDatasets } from '../stores/catalogue.ts';
import { useToast } from '../stores/toast.ts';
import { plural } from '../words/format.ts';

export function useDatasetActions(dataset: Query<DatasetDetails>) {
  const { client } = useConnection();
  const datasets = useDatasets();
  const toast = useToast();
  const running = ref(0);

  const undo = (run: () => Promise<unknown>) => ({ title: 'Undo', run: async () => void (await run()) });

  /** Runs what the user asked for; says why where it fails. True where it succeeded. */
  async function attempt(act: () => Promise<void>): Promise<boolean> {
    running.value++;
    try {
      await act();
      return true;
    } catch (error) {
      toast.say(failureOf(error).message, 'failed');
      return false;
    } finally {
      running.value--;
    }
  }

  async function refresh(): Promise<void> {
    await Promise.all([dataset.reload(), datasets.list.reload()]);
  }

  /** Throws where the name is refused, which the dialog shows beside its field. */
  async function rename(name: string): Promise<void> {
    const { id, name: before } = dataset.data.value!;
    if (name === before) return;
    const to = async (next: string): Promise<void> => {
      await datasets.rename(id, next);
      await dataset.reload();
    };
    await to(name);
    toast.say(
      `Renamed ${before} to ${name}`,
      'done',
      undo(() => to(before)),
    );
  }

  async function remove(): Promise<boolean> {
    const { id, name } = dataset.data.value!;
    return attempt(async () => {
      await datasets.remove(id);
      toast.say(
        `Deleted ${name}`,
        'done',
        undo(() => datasets.restore(id)),
      );
    });
  }

  async function exclude(index: readonly number[]): Promise<void> {
    const { id, excludedImages } = dataset.data.value!;
    await attempt(async () => {
      await client.datasets.exclude({ id, index: [...index] });
      await refresh();
      const before = new Set(excludedImages.map(({ key }) => key));
      const keys = (dataset.data.value?.excludedImages ?? []).map(({ key }) => key).filter((key) => !before.has(key));
      toast.say(
        `Excluded ${plural(index.length, 'image')}`,
        'done',
        undo(() => bringBack(id, keys)),
      );
    });
  }

  async function include(keys: readonly number[]): Promise<void> {
    const { id } = dataset.data.value!;
    await attempt(async () => {
      await bringBack(id, keys);
      toast.say(`Brought ${plural(keys.length, 'image')} back`);
    });
  }

  async function bringBack(id: number, keys: readonly number[]): Promise<void> {
    await client.datasets.include({ id, keys: [...keys] });
    await refresh();
  }

  async function save(format: DatasetFormat): Promise<void> {
    const { id } = dataset.data.value!;
    await attempt(async () => {
      const file = await client.datasets.export({ id, format });
      saveFile(file);
      toast.say(`Saved ${file.name}`);
    });
  }

  return { busy: computed(() => running.value > 0), rename, remove, exclude, include, save, refresh };
}
