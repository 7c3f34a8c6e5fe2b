/**
 * The draft of the form, filled once what it needs has been read: all methods, or the study to begin with. What was
 * changed and left before at the same address comes back.
 */
import { computed, ref, shallowRef, watch } from 'vue';
import { useRoute } from 'vue-router';
import { unusedName } from '../../../core/text/nameLookup.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { MethodInfo } from '../../../core/contract/methods.ts';
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { type StudySpec, selectionParameters } from '../../../core/study/spec/spec.ts';
import { failureOf, useConnection, type Failure } from '../../api/client.ts';
import { useDatasets, useMethods, useStudies } from '../../stores/catalogue.ts';
import { useSession } from '../../stores/session.ts';
import {
  automaticName,
  draftOf,
  emptyDraft,
  methodDraft,
  type GridDraft,
  type MethodDraft,
  type StudyDraft,
} from './draft.ts';
import { startingProtocol, startingCounts } from './protocolDraft.ts';
import { draftStore, useStoredDraft } from './draftStorage.ts';
import { textsOf } from '../../parameters/fieldTexts.ts';

// What the form begins with on a dataset, and what of it follows when another dataset is chosen.

export type StartingPoint = Pick<DatasetSummary, 'rows' | 'cols' | 'perSubject'>;

/**
 * Where every shape is a fit, nine shapes instead of the 81 of the default grid, and a third of the time: validated
 * shapes cost further fits, and a study that begins so ends on ORL within minutes.
 */
const COARSE = [4, 8, 12];

/** A method of a new study. */
export function startingMethod(info: MethodInfo, dataset: StartingPoint): MethodDraft {
  const draft = methodDraft(info);
  return { ...draft, grid: startingGrid(info, dataset) ?? draft.grid };
}

function startingGrid({ nested, latentNames }: MethodInfo, { rows, cols }: StartingPoint): GridDraft | null {
  const values = COARSE.filter((value) => value <= Math.min(rows, cols));
  if (nested || latentNames.length !== 2 || values.length < 2) return null;
  const axis = values.join(', ');
  return { mode: 'axes', axes: [axis, axis], shapes: '' };
}

/** Shapes are validated inside the training images, of which a subject then needs two. */
export function startingSelection({ perSubject: [least] }: StartingPoint): StudyDraft['selection'] {
  return startingCounts(least)[0] > 1 ? textsOf(selectionParameters, {}) : null;
}

/** What the draft still has as it began on one dataset becomes what another one begins with. */
export function followDataset(
  draft: StudyDraft,
  infos: ReadonlyMap<string, MethodInfo>,
  was: StartingPoint,
  is: StartingPoint,
): void {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  if (same(draft.protocol, startingProtocol(was.perSubject[0]))) draft.protocol = startingProtocol(is.perSubject[0]);
  if (same(draft.selection, startingSelection(was))) draft.selection = startingSelection(is);
  for (const entry of draft.methods) {
    const info = infos.get(entry.method);
    if (info && same(entry.grid, startingMethod(info, was).grid)) entry.grid = startingMethod(info, is).grid;
  }
}

/**
 * A new study compares the images as they are with subspaces that ignore subjects and subspaces that separate them, on
 * vectors and on matrices. Only BPPCA fits every shape on its own, so the study ends within minutes.
 */
const STARTING_METHODS = ['none', 'pca', '2dpca', 'lda', 'rlda', 'bppca'];

/** The methods of a new study that are known, in that order. */
export function startingMethods(infos: ReadonlyMap<string, MethodInfo>): MethodInfo[] {
  return STARTING_METHODS.flatMap((id) => infos.get(id) ?? []);
}

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
  const session = useSession();
  const address = useRoute().fullPath;
  const draft = ref(emptyDraft(dataset ?? ''));
  /** What `extend` names, once it has been read. */
  const extended = shallowRef<StudyDetails | null>(null);
  /** Why the study to begin with could not be read. */
  const unread = ref<Failure | null>(null);
  /** Whether there is no form yet: what it begins with would overwrite what was already typed. */
  const waiting = ref(true);
  let filled = false;
  const { kept, cameBack, begin, discard, finish } = useStoredDraft(draft, () => methods.byId);

  async function fill(): Promise<void> {
    if (filled || !methods.list.data || !datasets.list.data || session.info.state === 'loading') return;
    filled = true;
    await beginWith(datasets.list.data);
    // Without the study that is added to there is no form.
    if (extend !== null && !extended.value) return;
    begin(draftStore(session.info.data?.path ?? '', address));
    waiting.value = false;
  }

  async function beginWith(summaries: readonly DatasetSummary[]): Promise<void> {
    unread.value = null;
    const template = extend ?? from;
    if (template !== null) {
      try {
        const study = await client.studies.get({ id: template });
        if (extend !== null) extended.value = study;
        take(study.spec);
        if (extend === null) draft.value.name = freeName(`${study.name} (copy)`);
        return;
      } catch (error) {
        unread.value = failureOf(error);
      }
    }
    const datasetName = dataset ?? summaries[0]?.name ?? '';
    const summary = summaries.find(({ name }) => name === datasetName);
    draft.value = {
      ...emptyDraft(datasetName),
      methods: startingMethods(methods.byId).map((info) =>
        summary ? startingMethod(info, summary) : methodDraft(info),
      ),
      ...(summary && {
        protocol: startingProtocol(summary.perSubject[0]),
        selection: startingSelection(summary),
      }),
    };
  }

  /** Fills the form from a spec; a study that is added to keeps its name and its dataset. */
  function take(spec: StudySpec): void {
    const identity = extended.value ? { name: extended.value.name, dataset: extended.value.dataset } : {};
    draft.value = { ...draftOf(spec, methods.byId), ...identity };
  }

  /** A draft that takes the place of another one, as from a spec, keeps what it says. */
  watch([() => draft.value.dataset, draft], ([now, current], [before, former]) => {
    if (now === before || current !== former || from !== null || extend !== null) return;
    const [was, is] = [before, now].map((name) => datasets.list.data?.find((one) => one.name === name));
    if (was && is) followDataset(draft.value, methods.byId, was, is);
  });

  /** A name that no study has yet. */
  function freeName(wanted: string): string {
    return unusedName(studies.list.data ?? [], wanted);
  }
  const freeAutomaticName = computed(() => freeName(automaticName(draft.value, methods.byId)));

  watch([() => methods.list.data, () => datasets.list.data, () => session.info.state], () => void fill(), {
    immediate: true,
  });

  return {
    draft,
    /** The name of the study while the user has typed none. */
    freeAutomaticName,
    extended,
    unread,
    take,
    /** Whether the draft is kept where it differs from what the form began with. */
    kept,
    /** Whether a draft of before is in the form. */
    cameBack,
    discard,
    finish,
    waiting,
    readAgain: (): void => {
      filled = false;
      void fill();
    },
  };
}
