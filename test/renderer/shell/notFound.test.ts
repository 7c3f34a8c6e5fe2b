// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { routes } from '../../../src/renderer/router.ts';

describe('an address that no page has', () => {
  it('is said to be none, and is not taken for home', async () => {
    const router = createRouter({ history: createMemoryHistory(), routes });
    for (const path of ['/nowhere', '/studies/abc', '/studies/1/2/3']) {
      await router.push(path);
      expect(router.currentRoute.value.name).toBe('not-found');
      expect(router.currentRoute.value.fullPath).toBe(path);
    }
    await router.push('/');
    expect(router.currentRoute.value.name).toBe('home');
  });
});
