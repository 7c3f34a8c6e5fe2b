/** The pages, datasets and studies that an address without a page of its own comes nearest to. */
import { nearestName } from '../../core/text/nameLookup.ts';
import type { IconName } from '../ui/icons.ts';
import { addressOf } from '../navigation.ts';

const words = {
  dataset: 'dataset',
  study: 'study',
};

/** A page, dataset or study by its name. */
export interface NamedPlace {
  readonly title: string;
  readonly what: string;
  readonly icon: IconName;
  readonly to: string;
}

/** The places whose names have most in common with an address, the shortest of equals, at most so many. */
export function nearestPlaces(address: string, places: readonly NamedPlace[], most: number): NamedPlace[] {
  const sought = wordsOf(decoded(address));
  return places
    .map((place) => ({ place, score: alike(sought, wordsOf(place.title)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place.title.length - b.place.title.length)
    .slice(0, most)
    .map(({ place }) => place);
}

/** Two for each word that the name has, one for each that it nearly has. */
function alike(sought: readonly string[], name: readonly string[]): number {
  return sought.reduce((sum, word) => sum + (name.includes(word) ? 2 : nearestName(word, name) === null ? 0 : 1), 0);
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase('en').match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}

/** An address may hold anything. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

// Datasets and studies as places to go to, the latest first.

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
