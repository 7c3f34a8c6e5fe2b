/** The reading of a source on the import page: options of the form, open questions and their answers. */
import { computed, ref, shallowRef, watch } from 'vue';
import type { Aspect, Doubt } from '../../core/readings/reading.ts';
import type { SizeCount } from '../../core/contract/imports.ts';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import { useConnection } from '../api/client.ts';
import { PAUSE, useLiveQuery } from '../api/useLiveQuery.ts';
import { emptyRecipe, fieldsOf, parseRecipe, type RecipeDraft } from './recipeDraft.ts';

export interface Question {
  readonly doubt: Doubt;
  /** Index of the chosen reading; null: the fields of the form decide. */
  readonly chosen: number | null;
}

/** Fields of the form that answer a question instead of its choices. */
const FIELDS: Readonly<Partial<Record<Aspect, readonly (keyof RecipeDraft)[]>>> = {
  subjects: ['layout', 'pattern', 'list', 'labels'],
  variable: ['variable'],
  axis: ['imageAxis'],
  shape: ['imageSize'],
  order: ['pixelOrder'],
  header: ['header'],
  columns: ['dropColumns'],
  sizes: ['fit', 'size', 'depth', 'skipOtherSizes'],
};

/**
 * Previews the source by its recipe. Each doubt of the preview becomes a question with its first choice preselected;
 * answers join the recipe until no doubt is left. A changed answer keeps the questions before it and asks the later
 * ones again, with their answers if these are still among the choices.
 */
export function useReading(token: string) {
  const { client } = useConnection();
  const draft = ref<RecipeDraft>(emptyRecipe);
  const questions = shallowRef<readonly Question[]>([]);
  /** Number of leading questions whose answers are part of the recipe. */
  const answered = ref(0);
  /** The most common size of the images. */
  const commonSize = shallowRef<SizeCount | null>(null);
  let pause = 0;

  const answers = computed(() => answersTo(questions.value.slice(0, answered.value)));
  /** The form with the chosen answers filled in. */
  const fields = computed<RecipeDraft>(() => ({
    ...draft.value,
    ...fieldsOf(answers.value, commonSize.value),
  }));
  const parsed = computed(() => parseRecipe(fields.value));
  const recipe = computed<ImportRecipe>(() => ({ ...parsed.value.recipe, ...answers.value }));
  const {
    answer: preview,
    failure,
    asking,
  } = useLiveQuery(
    recipe,
    (input, signal) => client.datasets.previewImport({ token, recipe: input }, { signal }),
    () => pause,
  );

  watch(preview, (current) => {
    if (current === null) return;
    commonSize.value = current.sizes?.[0] ?? null;
    const before = questions.value.slice(0, answered.value);
    const later = questions.value.slice(answered.value);
    const settled = new Set(before.map(({ doubt }) => doubt.aspect));
    const open = current.doubts
      .filter(({ aspect }) => !settled.has(aspect))
      .map((doubt) => ({ doubt, chosen: previousChoice(later, doubt) }));
    const aspects = new Set(open.map(({ doubt }) => doubt.aspect));
    // Questions that the fields answer stay visible: a card can still be chosen.
    const byFields = later.filter(({ doubt, chosen }) => chosen === null && !aspects.has(doubt.aspect));
    questions.value = [...before, ...byFields, ...open];
    // Choices other than the proposed one may change the questions that follow.
    const change = open.findIndex(({ chosen }) => chosen !== 0);
    answered.value = before.length + byFields.length + (change < 0 ? open.length : change + 1);
    pause = 0;
  });

  function choose(question: number, choice: number): void {
    const { aspect } = questions.value[question].doubt;
    const cleared = (FIELDS[aspect] ?? []).map((field) => [field, emptyRecipe[field]] as const);
    draft.value = { ...draft.value, ...(Object.fromEntries(cleared) as Partial<RecipeDraft>) };
    answer(question, choice);
  }

  /** Leaves a question to the fields of the form. */
  function leaveToFields(question: number): void {
    answer(question, null);
  }

  function answer(question: number, chosen: number | null): void {
    questions.value = questions.value.map((one, n) => (n === question ? { ...one, chosen } : one));
    answered.value = question + 1;
    pause = 0;
  }

  /** Takes over edited fields; these replace the choices that they contradict. */
  function edit(next: RecipeDraft): void {
    const changed = new Set(keysOf(next).filter((key) => next[key] !== fields.value[key]));
    const replaced = (question: Question): boolean =>
      (FIELDS[question.doubt.aspect] ?? []).some((field) => changed.has(field));
    const kept = questions.value.filter((question) => !replaced(question));
    const elsewhere = fieldsOf(answersTo(kept), null);
    draft.value = Object.fromEntries(
      keysOf(next).map((key) => [key, key in elsewhere && !changed.has(key) ? draft.value[key] : next[key]]),
    ) as unknown as RecipeDraft;
    questions.value = questions.value.map((one) => (replaced(one) ? { ...one, chosen: null } : one));
    answered.value = 0;
    pause = PAUSE;
  }

  /** Recipe before a question: the form and the answers to the questions above it. */
  function recipeBefore(question: number): ImportRecipe {
    return { ...parseRecipe(draft.value).recipe, ...answersTo(questions.value.slice(0, question)) };
  }

  /** Whether the preview is up to date and all questions are answered. */
  const settled = computed(
    () =>
      preview.value !== null &&
      failure.value === null &&
      !asking.value &&
      answered.value === questions.value.length &&
      !questions.value.some(
        ({ doubt, chosen }) => chosen === null && preview.value!.doubts.some(({ aspect }) => aspect === doubt.aspect),
      ),
  );

  return {
    questions,
    fields,
    parsed,
    recipe,
    preview,
    failure,
    asking,
    settled,
    choose,
    leaveToFields,
    edit,
    recipeBefore,
  };
}

function answersTo(questions: readonly Question[]): ImportRecipe {
  return questions.reduce<ImportRecipe>(
    (sum, { doubt, chosen }) => (chosen === null ? sum : { ...sum, ...doubt.choices[chosen].recipe }),
    {},
  );
}

/** The choice of a question about the same aspect, if it is still offered; else the proposed one. */
function previousChoice(questions: readonly Question[], doubt: Doubt): number | null {
  const previous = questions.find((question) => question.doubt.aspect === doubt.aspect);
  if (previous === undefined) return 0;
  if (previous.chosen === null) return null;
  const recipe = JSON.stringify(previous.doubt.choices[previous.chosen].recipe);
  return Math.max(
    0,
    doubt.choices.findIndex((choice) => JSON.stringify(choice.recipe) === recipe),
  );
}

function keysOf(draft: RecipeDraft): (keyof RecipeDraft)[] {
  return Object.keys(draft) as (keyof RecipeDraft)[];
}
