/** The field for the margin of practical equality: the measure's own until the reader writes another. */
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue';
import { marginProblem } from '../../core/measures/practicalMargin.ts';
import type { Measure } from '../../core/measures/measures.ts';
import type { Problem } from '../api/client.ts';

const words = {
  notANumber: (text: string) => `Expected a number from 0, found "${text}".`,
  noneOfItsOwn: 'State a margin',
};

interface MarginField {
  readonly text: Ref<string>;
  /** null: none is stated, of a measure that has none of its own, or what is written is none. */
  readonly margin: ComputedRef<number | null>;
  readonly problems: ComputedRef<readonly Problem[]>;
  /** What stands in the empty field. */
  readonly hint: ComputedRef<string>;
}

/** Another measure begins with its own margin again. */
export function useMargin(measure: () => Measure): MarginField {
  const own = (): string => measure().margin?.toString() ?? '';
  const text = ref(own());
  watch(
    () => measure().id,
    () => (text.value = own()),
  );
  const isOpen = computed(() => text.value.trim() === '' && measure().margin === null);
  const written = computed(() => (text.value.trim() === '' ? Number.NaN : Number(text.value.replace(',', '.'))));
  const problem = computed(() => {
    if (isOpen.value) return null;
    const isNumber = written.value >= 0 && Number.isFinite(written.value);
    return isNumber ? marginProblem(measure(), written.value) : words.notANumber(text.value);
  });
  return {
    text,
    margin: computed(() => (isOpen.value || problem.value !== null ? null : written.value)),
    problems: computed(() => (problem.value === null ? [] : [{ path: 'rope', message: problem.value }])),
    hint: computed(() => (measure().margin === null ? words.noneOfItsOwn : '')),
  };
}
