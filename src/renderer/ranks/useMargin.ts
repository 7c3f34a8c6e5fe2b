/** The field for the margin of practical equality: the measure's own until the reader enters another. */
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
  /** null: empty for a measure without a margin, or invalid. */
  readonly margin: ComputedRef<number | null>;
  readonly problems: ComputedRef<readonly Problem[]>;
  /** Placeholder of the empty field. */
  readonly hint: ComputedRef<string>;
}

/** A change of the measure resets the margin to its default. */
export function useMargin(measure: () => Measure): MarginField {
  const defaultMargin = (): string => measure().margin?.toString() ?? '';
  const text = ref(defaultMargin());
  watch(
    () => measure().id,
    () => (text.value = defaultMargin()),
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
