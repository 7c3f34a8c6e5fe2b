/** Drawn faces and a study of them, which begins to run: a first look without data of one's own. */
import { ref } from 'vue';
import { useRouter } from 'vue-router';
import { failureOf, useConnection } from '../api/client.ts';
import { addressOf } from '../navigation.ts';
import { useDatasets, useStudies } from '../stores/catalogue.ts';
import { useToast } from '../stores/toast.ts';

export function useDemo() {
  const { client } = useConnection();
  const router = useRouter();
  const [datasets, studies, toast] = [useDatasets(), useStudies(), useToast()];
  const busy = ref(false);

  async function tryDemo(): Promise<void> {
    busy.value = true;
    try {
      const { id, state } = await client.studies.demo();
      if (state === 'ready') await client.studies.run({ id });
      await Promise.all([datasets.list.reload(), studies.list.reload()]);
      await router.push(addressOf('study', id));
    } catch (error) {
      toast.say(failureOf(error).message, 'failed');
    } finally {
      busy.value = false;
    }
  }

  return { busy, tryDemo };
}
