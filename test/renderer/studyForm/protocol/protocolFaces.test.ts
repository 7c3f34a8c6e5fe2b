// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { likelySource } from '../../../../src/renderer/studyForm/protocol/splitPreview.ts';
import { fakeClient } from '../../fakeClient.ts';
import { mountPage, settle, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const region = () => mounted.page.find('[aria-label="The split on faces"]');
const kept = (): string | undefined => region().find('div[style*="height"]').attributes('style');

it('keeps the place of the faces from the first moment, so that nothing below moves away', async () => {
  const { client } = fakeClient();
  const [details, faces] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  mounted = await mountPage('/studies/new', {
    datasets: {
      get: async (input: { id: number }) => details.promise.then(() => client.datasets.get(input)),
      thumbnails: async (input: { id: number; index: number[]; maxSide: number }) =>
        faces.promise.then(() => client.datasets.thumbnails(input)),
    },
  });
  const before = kept();
  details.resolve();
  await settle();
  expect(kept()).toBe(before);
  faces.resolve();
  await settle();
  const picture = region().get('img');
  expect(before).toBe(`height: ${picture.attributes('height')}px;`);
  expect(region().find('div[style*="height"]').exists()).toBe(false);
});

it('keeps no place where the dataset cannot be read', async () => {
  mounted = await mountPage('/studies/new', { datasets: { get: () => Promise.reject(new Error('gone')) } });
  expect(region().exists()).toBe(false);
});

it('supposes subjects alike', () => {
  expect(likelySource({ hash: 'h', count: 5, subjects: 2 })).toEqual({
    hash: 'h',
    labels: Int32Array.of(0, 1, 0, 1, 0),
    attributes: [],
    subjects: ['1', '2'],
  });
});
