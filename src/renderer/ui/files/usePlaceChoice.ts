/** Selects a file or folder of the host: with the dialog of the desktop, otherwise with the picker of the page. */
import { ref } from 'vue';
import type { Choice } from '../../../core/contract/files.ts';
import { failureOf, useConnection, type Failure } from '../../api/client.ts';
import { useSession } from '../../stores/session.ts';
import type { Place } from './FilePicker.vue';

type Chosen = Pick<Place, 'token' | 'name'>;

export function usePlaceChoice(kind: Choice, chosen: (place: Chosen) => void, failed: (failure: Failure) => void) {
  const { client } = useConnection();
  const session = useSession();
  /** Whether the page's picker is open. */
  const picking = ref(false);

  function take({ token, name }: Chosen): void {
    picking.value = false;
    chosen({ token, name });
  }

  async function choose(): Promise<void> {
    if (session.info.data?.host !== 'desktop') {
      picking.value = true;
      return;
    }
    try {
      const place = await client.files.choose({ kind });
      if (place) take(place);
    } catch (error) {
      failed(failureOf(error));
    }
  }

  return { picking, choose, take };
}
