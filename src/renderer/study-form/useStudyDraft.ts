/** The draft of the form, filled once what it needs has been read: all methods, or the study to begin with. */
import { computed, ref, shallowRef, watch } from 'vue';
import type { StudyDetails } from '../../core/contract/studies.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import { useDatasets, useMethods, useStudies } from '../stores/catalogue.ts';
import { draftOf, emptyDraft, methodDraft } from './draft.ts';

/** A new study begins with the first methods of the list, the classical comparison; others are a click away. */
const STARTING_METHODS = 5;

export interface DraftStart {
  /** The study whose spec a new one begins with. */
  readonly from: number | null;
  readonly dataset: string | null;
  /** The study that is added to. */
  readonly extend: number | null;
}

export function useStudyDraft({ from, dataset, extend }: DraftStart) {
  const { client } = useConnection();
  const datasets = useDatasets();
  const methods = useMethods();
  const studies = useStudies();
  const draft = ref(emptyDraft(dataset ?? ''));
  /** What `extend` names, once it has been read. */
  const extended = shallowRef<StudyDetails | null>(null);
  /** Why the study to begin with could not be read. */
  const unread = ref<Failure | null>(null);
  let filled = false;

  async function fill(): Promise<void> {
    if (filled || !methods.list.data || !datasets.list.data) return;
    filled = true;
    unread.value = null;
    const begin = extend ?? from;
    if (begin !== null) {
      try {
        const study = await client.studies.get({ id: begin });
        if (extend !== null) extended.value = study;
        take(study.spec);
        if (extend === null) draft.value.name = freeName(`${study.name} (copy)`);
        return;
      } catch (error) {
        unread.value = failureOf(error);
      }
    }
    const methodsToStart = methods.list.data.slice(0, STARTING_METHODS).map(methodDraft);
    const chosen = dataset ?? datasets.list.data[0]?.name ?? '';
    draft.value = { ...emptyDraft(chosen), methods: methodsToStart };
    draft.value.name = freeName(draft.value.name);
  }

  /** Fills the form from a spec; a study that is added to keeps its name and its dataset. */
  function take(spec: StudySpec): void {
    const kept = extended.value ? { name: extended.value.name, dataset: extended.value.dataset } : {};
    draft.value = { ...draftOf(spec, methods.byId), ...kept };
  }

  /** A name that no study has yet. */
  function freeName(wanted: string): string {
    const taken = new Set((studies.list.data ?? []).map((study) => study.name));
    for (let n = 2, name = wanted; ; n++) {
      if (!taken.has(name)) return name;
      name = `${wanted} ${n}`;
    }
  }

  watch([() => methods.list.data, () => datasets.list.data], () => void fill(), { immediate: true });

  return {
    draft,
    extended,
    unread,
    take,
    /** Whether there is no form yet, because the study that is added to has not been read. */
    waiting: computed(() => extend !== null && extended.value === null),
    readAgain: (): void => {
      filled = false;
      void fill();
    },
  };
}
