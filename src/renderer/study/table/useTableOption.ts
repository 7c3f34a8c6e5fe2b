/** Options of the table as values that fields read and write. */
import { computed, type Ref, type WritableComputedRef } from 'vue';
import { parametersOf, type OptionFields } from '../../../core/optionField.ts';
import type { TableOptionsInput } from '../../../core/study/table/tableOptions.ts';
import { textsOf, type FieldTexts } from '../../parameters/fieldTexts.ts';
import { readOptions } from '../../parameters/optionTexts.ts';

export function useTableOption(options: Ref<TableOptionsInput>) {
  /** An option with a way to change it. */
  function option<T>(read: () => T, change: (value: T) => TableOptionsInput): WritableComputedRef<T> {
    return computed({ get: read, set: (value) => (options.value = { ...options.value, ...change(value) }) });
  }
  /** The options of a list as texts of its fields. */
  function texts(fields: OptionFields): WritableComputedRef<FieldTexts> {
    const before = computed(() => textsOf(parametersOf(fields), options.value));
    return option(
      () => before.value,
      (now) => changes(fields, now, before.value),
    );
  }
  return { option, texts };
}

/** What differs, as options; a text that says nothing leaves its option to its default. */
export function changes(fields: OptionFields, texts: FieldTexts, before: FieldTexts): TableOptionsInput {
  const other = Object.entries(texts).filter(([name, text]) => text !== before[name]);
  const none = Object.fromEntries(other.map(([name]) => [name, undefined]));
  return { ...none, ...readOptions(fields, Object.fromEntries(other)).given };
}
