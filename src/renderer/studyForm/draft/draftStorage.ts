/**
 * Stores drafts in session storage, one per workspace and address, so that Escape, the rail and Back lose nothing.
 * Stored drafts are validated when read.
 */
import { z } from 'zod';
import { onBeforeUnmount, onMounted, ref, toRaw, watch, type Ref } from 'vue';
import { classifiers, type Classifier } from '../../../core/classify/classifiers/registry.ts';
import { features } from '../../../core/features/registry.ts';
import { namedGroups, type MeasureGroup } from '../../../core/measures/measures.ts';
import { perturbations } from '../../../core/perturbations/registry.ts';
import { predefinedSplitSchema } from '../../../core/protocols/split.ts';
import { protocols, protocolSchema, type Protocol } from '../../../core/protocols/registry.ts';
import { studySpecSchema } from '../../../core/study/spec/spec.ts';
import type { StudyDraft } from './draft.ts';
import { type PerturbationKind, nextKey } from './perturbationDraft.ts';

const texts = z.record(z.string(), z.string());

/** The kinds that a registry declares. */
function kindOf<Kind extends string>(declared: readonly { readonly kind: string }[]) {
  return z.enum(declared.map(({ kind }) => kind as Kind));
}

const gridSchema = z.object({
  mode: z.enum(['default', 'adaptive', 'full', 'all', 'axes', 'tied', 'matched', 'shapes']),
  axes: z.array(z.string()),
  shapes: z.string(),
});

/** A row, written without its key, with one of this page: its old one may be taken. */
function row<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).transform((fields) => ({ key: nextKey(), ...fields }));
}

const classifierSchema = z.object({ kind: kindOf<Classifier['kind']>(classifiers), texts });

const draftSchema = z.object({
  name: z.string(),
  dataset: z.string(),
  alsoOn: z.array(z.string()).default([]),
  protocol: z.object({
    kind: kindOf<Protocol['kind']>(protocols),
    texts,
    given: z.array(predefinedSplitSchema).nullable(),
    source: protocolSchema.optional(),
  }),
  subset: z.object({ subjects: z.string(), attributes: z.string(), images: z.string() }),
  seed: z.string(),
  perturbations: z.array(row({ kind: kindOf<PerturbationKind>(perturbations), texts })),
  features: z.array(row({ step: kindOf(features), texts })),
  classifier: classifierSchema,
  measures: z.object({ groups: z.array(kindOf<MeasureGroup>(namedGroups)), regions: z.string() }),
  comparison: texts,
  selection: texts.nullable(),
  source: studySpecSchema.nullable(),
  methods: z.array(
    row({
      method: z.string(),
      label: z.string(),
      settings: texts,
      grid: gridSchema,
      features: z.array(row({ step: kindOf(features), texts })).optional(),
      classifier: classifierSchema.optional(),
    }),
  ),
});

/** The draft as text: equal for equal drafts, whatever the keys of their rows and the order of their fields. */
export function draftText(draft: StudyDraft): string {
  return JSON.stringify(draft, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).filter(([name, field]) => !(name === 'key' && typeof field === 'number'));
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The draft that `draftText` wrote, without methods that `known` does not have; null for any other text. */
export function draftFromText(text: string, known: { has(method: string): boolean }): StudyDraft | null {
  const read = draftSchema.safeParse(parsed(text));
  if (!read.success) return null;
  return { ...read.data, methods: read.data.methods.filter(({ method }) => known.has(method)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface DraftStore {
  readonly read: () => string | null;
  /** False where the session's storage has no room for it. */
  readonly write: (text: string) => boolean;
  readonly forget: () => void;
}

/** The place of the draft of one address in one workspace. */
export function draftStore(workspace: string, address: string): DraftStore {
  const place = `eigenbench-draft ${workspace} ${address}`;
  return {
    read: () => sessionStorage.getItem(place),
    write(text) {
      try {
        sessionStorage.setItem(place, text);
        return true;
      } catch {
        sessionStorage.removeItem(place);
        return false;
      }
    },
    forget: () => sessionStorage.removeItem(place),
  };
}

// Keeps a draft in the session's storage while it differs from what the form began with.

/** Milliseconds without a change before it is written: drafts can hold splits of megabytes. */
const PAUSE = 300;

export function useStoredDraft(draft: Ref<StudyDraft>, known: () => { has(method: string): boolean }) {
  /** Null: nothing differs. 'too large': the storage of the session has no room for it. */
  const kept = ref<'kept' | 'too large' | null>(null);
  /** Whether what is in the form came back from before. */
  const cameBack = ref(false);
  let store: DraftStore | null = null;
  let beginning = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Read past Vue, which would follow every field of every method. */
  const written = (): string => draftText(toRaw(draft.value));

  /** From now on differences from the draft as it is are kept in `place`; one that is there already is taken. */
  function begin(place: DraftStore): void {
    store = place;
    beginning = written();
    const text = place.read();
    const before = text === null ? null : draftFromText(text, known());
    if (before) draft.value = before;
    cameBack.value = before !== null && text !== beginning;
    if (text !== null) keep();
  }

  function keep(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!store) return;
    const text = written();
    if (text === beginning) {
      store.forget();
      kept.value = null;
    } else kept.value = store.write(text) ? 'kept' : 'too large';
  }

  /** Back to what the form began with; answers what brings the draft back. */
  function discard(): () => void {
    const before = draft.value;
    const again = cameBack.value;
    cameBack.value = false;
    draft.value = draftFromText(beginning, known()) ?? before;
    beginning = written();
    keep();
    return () => {
      draft.value = before;
      cameBack.value = again;
      keep();
    };
  }

  /** The draft has become a study: it is kept no longer. */
  function finish(): void {
    clearTimeout(timer);
    timer = undefined;
    store?.forget();
    store = null;
    kept.value = null;
    cameBack.value = false;
  }

  function leave(): void {
    if (timer !== undefined) keep();
  }

  watch(
    draft,
    () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE);
    },
    { deep: true },
  );
  // Neither another page nor a reload waits for the pause.
  onMounted(() => window.addEventListener('pagehide', leave));
  onBeforeUnmount(() => {
    window.removeEventListener('pagehide', leave);
    leave();
  });

  return { kept, cameBack, begin, discard, finish };
}
