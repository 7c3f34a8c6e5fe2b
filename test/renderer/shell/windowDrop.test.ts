// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import '../../../src/renderer/import/ImportView.vue';
import { fakeClient } from '../fakeClient.ts';
import { accessibilityProblems, arrived, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

/** Drops a folder or file on an element, as a browser tells of it: by its name. True where the page took it. */
async function drop(on: EventTarget, name: string): Promise<boolean> {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [{ name }] } });
  on.dispatchEvent(event);
  await settle();
  return event.defaultPrevented;
}
const onHost = async (host: 'browser' | 'desktop') => {
  const info = { ...(await fakeClient().client.workspace.info()), host };
  return (mounted = await mountPage('/', { workspace: { info: () => info } } as never));
};

it('a drop on the window of a browser leads to the field of a path, which says why', async () => {
  const { page, router } = await onHost('browser');
  expect(await drop(document.body, 'orl')).toBe(true);
  await arrived(router, '/datasets/import');
  await eventually(() => expect(page.text()).toContain('does not tell a page where “orl” lies'));
  expect((document.activeElement as HTMLInputElement).placeholder).toBe('/home/me/faces/orl');
  expect(await accessibilityProblems()).toEqual([]);
});

it('a drop on the window of the desktop, or on a field for files, is left to it', async () => {
  const { router } = await onHost('desktop');
  await drop(document.body, 'orl');
  expect(router.currentRoute.value.path).toBe('/studies');
  const field = Object.assign(document.createElement('input'), { type: 'file' });
  document.body.append(field);
  expect(await drop(field, 'vectors.npy')).toBe(false);
});

it('says what a drop will do while something is dragged over the window, until it leaves', async () => {
  const { page } = await onHost('browser');
  const drag = async (kind: string, type: string): Promise<void> => {
    const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], items: [{ type }] },
      relatedTarget: null,
    });
    document.body.dispatchEvent(event);
    await settle();
  };
  await drag('dragover', '');
  expect(page.get('.dropping').text()).toContain('import these faces');
  await drag('dragover', 'application/zip');
  expect(page.get('.dropping').text()).toContain('check a packed study');
  await drag('dragover', 'application/json');
  expect(page.get('.dropping').text()).toContain('check the manifest');
  await drag('dragleave', '');
  expect(page.find('.dropping').exists()).toBe(false);
});
