/** Datasets and studies as places to go to, the latest first. */
import { addressOf } from '../navigation.ts';
import type { NamedPlace } from './nearestPlaces.ts';
import { places as words } from './words.ts';

interface Item {
  readonly id: number;
  readonly name: string;
}

const latest = (items: readonly Item[] | null): Item[] => (items ?? []).toSorted((a, b) => b.id - a.id);

export function datasetPlaces(datasets: readonly Item[] | null): NamedPlace[] {
  return latest(datasets).map(({ id, name }) => {
    return { title: name, what: words.dataset, icon: 'datasets', to: addressOf('dataset', id) };
  });
}

export function studyPlaces(studies: readonly Item[] | null): NamedPlace[] {
  return latest(studies).map(({ id, name }) => {
    return { title: name, what: words.study, icon: 'studies', to: addressOf('study', id) };
  });
}
