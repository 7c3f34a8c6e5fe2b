// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { nearestPlaces, type NamedPlace } from '../../../src/renderer/shell/nearestPlaces.ts';
import { routes } from '../../../src/renderer/router.ts';

describe('an address that no page has', () => {
  it('is said to be none, and is not taken for the first page', async () => {
    const router = createRouter({ history: createMemoryHistory(), routes });
    for (const path of ['/nowhere', '/studies/abc', '/studies/1/2/3']) {
      await router.push(path);
      expect(router.currentRoute.value.name).toBe('not-found');
      expect(router.currentRoute.value.fullPath).toBe(path);
    }
    await router.push('/');
    expect(router.currentRoute.value.name).toBe('studies');
  });
});

describe('the places nearest to an address', () => {
  const place = (title: string): NamedPlace => ({ title, what: 'study', icon: 'studies', to: `/${title}` });
  const nearest = (address: string, ...titles: string[]) =>
    nearestPlaces(address, titles.map(place), 3).map(({ title }) => title);

  it('are those that have its words, those first that have most of them, of equals the shortest', () => {
    expect(nearest('/studies/orl', 'Yale', 'orl noise', 'orl', 'Studies of orl')).toEqual([
      'Studies of orl',
      'orl',
      'orl noise',
    ]);
  });

  it('are those that it nearly names, too, and none where nothing is alike', () => {
    expect(nearest('/emebdding', 'Papers', 'Embedding')).toEqual(['Embedding']);
    expect(nearest('/studies/b%C3%BCro', 'büro')).toEqual(['büro']);
    expect(nearest('/%E0%A4%A/nowhere', 'orl', 'Papers')).toEqual([]);
  });
});
