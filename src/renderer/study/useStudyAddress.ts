/** The state of a study's view, in step with its address: what is chosen is written, what is opened is read. */
import { ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { TableOptionsInput } from '../../core/study/table/tableOptions.ts';
import type { PanelName } from './panels.ts';
import { addressOfView, viewOfAddress, type Focus } from './studyAddress.ts';
import type { Sort } from './table/tableOrder.ts';

export function useStudyAddress() {
  const [route, router] = [useRoute(), useRouter()];
  const first = viewOfAddress(route.query);
  /** How the table is asked for; the page shows what exports write. */
  const options = shallowRef<TableOptionsInput>(first.options);
  const sort = shallowRef<Sort | null>(first.sort);
  /** What table, inspector and panels look at together. */
  const focus = shallowRef<Focus>(first.focus);
  /** The panel that was chosen; null: the first there is. */
  const panel = ref<PanelName | null>(first.panel);
  /** The figure of the panel of curves that was chosen; null: the first there is. */
  const figure = ref<string | null>(first.figure);
  /** Labels of at most two methods, which are compared. */
  const pair = shallowRef<readonly string[]>(first.pair);
  /** Of the cell that is inspected. */
  const repeat = ref<number | null>(first.repeat);

  const query = () => {
    const state = { options: options.value, sort: sort.value, focus: focus.value, figure: figure.value };
    return addressOfView({ ...state, panel: panel.value, pair: pair.value, repeat: repeat.value });
  };
  const same = (): boolean => JSON.stringify(query()) === JSON.stringify(addressOfView(viewOfAddress(route.query)));
  const study = route.params.id;

  watch([options, sort, focus, panel, figure, pair, repeat], () => {
    if (!same()) void router.replace({ query: query() });
  });
  watch(
    () => route.query,
    (now) => {
      // On the way to another page its query is seen here, too.
      if (route.name !== 'study' || route.params.id !== study || same()) return;
      const next = viewOfAddress(now);
      options.value = { ...options.value, measure: undefined, rows: undefined, selection: undefined, ...next.options };
      sort.value = next.sort;
      focus.value = next.focus;
      panel.value = next.panel;
      figure.value = next.figure;
      pair.value = next.pair;
      repeat.value = next.repeat;
    },
  );
  return { options, sort, focus, panel, figure, pair, repeat };
}
