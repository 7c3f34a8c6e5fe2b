/** Options of the table as values that fields read and write. */
import { computed, type Ref, type WritableComputedRef } from 'vue';
import type { TableOptionsInput } from '../../../core/study/table/tableOptions.ts';

type Comparison = NonNullable<TableOptionsInput['comparison']>;

export function useTableOption(options: Ref<TableOptionsInput>) {
  /** An option with a way to change it. */
  function option<T>(read: () => T, change: (value: T) => TableOptionsInput): WritableComputedRef<T> {
    return computed({ get: read, set: (value) => (options.value = { ...options.value, ...change(value) }) });
  }
  /** One of the comparison of the methods. */
  function compared<T>(read: () => T, change: (value: T) => Comparison): WritableComputedRef<T> {
    return option(read, (value) => ({ comparison: { ...options.value.comparison, ...change(value) } }));
  }
  return { option, compared };
}
