// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { builtInRecipe } from '../../../src/core/networks/recipe.ts';
import { BUILT_IN, networkProvenance } from '../../../src/core/networks/provenance.ts';
import { accessibilityProblems, mountPage, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage;
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

it('names the network behind attached vectors, and lists what it was given on demand', async () => {
  const origin = { file: BUILT_IN, hash: 'b'.repeat(64), recipe: builtInRecipe, marked: 2, coloured: false };
  const each = { hash: 'a'.repeat(64), length: 128, addedAt: '2026-01-01T00:00:00Z', usable: true };
  const attachments = () => [
    { ...each, name: 'deep', source: networkProvenance({ ...origin, runtime: 'runtime 1' }), network: true },
    { ...each, name: 'arcface', source: 'emb.npz', network: false },
  ];
  mounted = await mountPage('/datasets/1?panel=attached', { datasets: { attachments } });
  const [deep, other] = mounted.page.findAll('tbody tr');
  expect(deep.find('summary').text()).toBe('Built-in network');
  expect(deep.findAll('li').map((part) => part.text())).toContain('eyes: 2 marked, others by landmarks');
  expect(other.find('summary').exists()).toBe(false);
  expect(other.text()).toContain('emb.npz');
  expect(await accessibilityProblems()).toEqual([]);
});
