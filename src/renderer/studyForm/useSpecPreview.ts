/** Asks the engine what a draft amounts to, a moment after the last change. */
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { StudyPreview } from '../../core/contract/studies.ts';
import type { StudySpecInput } from '../../core/study/spec/spec.ts';
import { failureOf, useConnection, type Failure, type Problem } from '../api/client.ts';

/** Milliseconds without a change before the engine is asked. */
const PAUSE = 250;

/**
 * `images`: what the preview also depends on, the hash of the dataset. `study`: the id of the one that the spec is to
 * extend; null: it is to be a new one.
 */
export function useSpecPreview(
  spec: Readonly<Ref<StudySpecInput | null>>,
  images: () => string | undefined,
  study: number | null,
) {
  const { client } = useConnection();
  const preview = shallowRef<StudyPreview | null>(null);
  const problems = ref<readonly Problem[]>([]);
  const failure = ref<Failure | null>(null);
  const asking = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  async function ask(next: StudySpecInput): Promise<void> {
    const mine = ++latest;
    try {
      const answer = await client.studies.preview({ spec: next, extends: study ?? undefined });
      if (mine !== latest) return;
      preview.value = answer;
      problems.value = [];
      failure.value = null;
    } catch (error) {
      if (mine !== latest) return;
      const failed = failureOf(error);
      preview.value = null;
      problems.value = failed.problems;
      failure.value = failed.problems.length > 0 ? null : failed;
    }
    asking.value = false;
  }

  watch(
    () => JSON.stringify([spec.value, images()]),
    () => {
      clearTimeout(timer);
      latest++;
      const next = spec.value;
      asking.value = next !== null;
      problems.value = [];
      if (next === null) preview.value = null;
      else timer = setTimeout(() => void ask(next), PAUSE);
    },
    { immediate: true },
  );
  onScopeDispose(() => clearTimeout(timer));

  return { preview, problems, failure, asking };
}
