// @vitest-environment happy-dom
/** A parcel that is dropped on the window says what it holds before anything is done with it. */
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../src/core/methods/external/declaration.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import { studyManifest, type Manifest } from '../../../src/core/study/plan/manifest.ts';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import '../../../src/renderer/parcel/ParcelDialog.vue';
import { facts, smallSpec } from '../../core/study/smallDataset.ts';
import { sealedParcel } from '../../support/parcels.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeClient, type Overrides } from '../fakeClient.ts';
import { accessibilityProblems, arrived, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const [orl] = await fakeClient().client.datasets.list();

/** Of a study of two rows on images of this hash, the second of a method that nobody has registered. */
function manifest(hash: string): Manifest {
  const declaration = {
    eigenbench: 1,
    id: 'own',
    title: 'Own',
    fullName: 'a method',
    description: 'x',
    formula: 'z',
    citation: { key: 'own', type: 'article', authors: ['A'], title: 'T', venue: 'V', year: 2026 },
    latentNames: ['q'],
    command: ['node', 'm.mjs'],
  };
  const program = { version: '0'.repeat(16), declaration: parseDeclaration(declaration) };
  const spec = smallSpec({
    methods: [
      { method: 'pca', latent: [3] },
      { method: 'own', label: 'Mine', latent: [3], program },
    ],
  });
  const engine = { appVersion: '1', commit: null, runtime: 'Node 24', libraries: {}, kernel: 'wasm-simd' };
  const making = [{ kind: 'import' as const, source: 'faces', size: { rows: 6, cols: 5 }, recipe: {}, files: [] }];
  const images = { ...facts, hash, preprocessing: null, making };
  return studyManifest(engine, spec, images, planStudy(spec, facts, facts), new Map());
}

/** Drops an archive with these files on the window. */
async function drop(files: Record<string, string>, { name = 'study.zip', overrides = {} as Overrides } = {}) {
  mounted = await mountPage('/', overrides);
  const entries = Object.fromEntries(Object.entries(files).map(([key, text]) => [key, Buffer.from(text)]));
  const bytes = zipSync('manifest.json' in entries ? sealedParcel(entries) : entries);
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name);
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file] } });
  document.body.dispatchEvent(event);
  await settle();
  return mounted;
}

const shown = (): string => document.querySelector('dialog')?.textContent.replaceAll(/\s+/g, ' ') ?? '';

describe('a parcel on the window', () => {
  it('says what is in it, what cannot run here, how it is checked, and that nothing has run', async () => {
    const { router } = await drop({ 'manifest.json': JSON.stringify(manifest('other')) });
    await eventually(() => expect(shown()).toContain('Parcel: Small study'));
    expect(shown()).toContain('Nothing of it has been run or stored.');
    expect(shown()).toContain('small: 30 images of 5 subjects, 6 × 5 neither in this workspace nor in the parcel');
    expect(shown()).toContain('Mine (an external method that is not registered here)');
    expect(shown()).toContain('eigenbench import faces --name small --size 6x5');
    expect(shown()).toContain('eigenbench reproduce study.zip --images <folder or file>');
    expect(shown()).toContain('A study needs the images in this workspace.');
    const create = [...document.querySelectorAll('dialog button')].find((each) => each.textContent.includes('Study'));
    expect((create as HTMLButtonElement).disabled).toBe(true);
    expect(router.currentRoute.value.path).toBe('/');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('becomes a study of what can run here, where its images are', async () => {
    const created: unknown[] = [];
    const create = (input: { spec: unknown }): object => {
      created.push(input.spec);
      return { id: 1 };
    };
    const { router } = await drop(
      { 'manifest.json': JSON.stringify(manifest(orl.hash)), 'images/images.npz': 'x' },
      { overrides: { studies: { create } } },
    );
    await eventually(() => expect(shown()).toContain(`in this workspace as “${orl.name}”`));
    expect(shown()).toContain('Rows that cannot run here are left out by the command');
    const [button] = [...document.querySelectorAll('dialog button')].filter((each) =>
      each.textContent.includes('Study from its spec'),
    );
    (button as HTMLButtonElement).click();
    await arrived(router, '/studies/1');
    const parsed = parseStudySpec(created[0]);
    expect(parsed.ok && parsed.spec).toMatchObject({ dataset: orl.name, methods: [{ method: 'pca', latent: [3] }] });
    expect(parsed.ok && parsed.spec.methods).toHaveLength(1);
  });

  it('is none without a manifest: the archive goes to the import', async () => {
    const { page, router } = await drop({ 's1/1.pgm': 'x' }, { name: 'faces.zip' });
    await arrived(router, '/datasets/import');
    await eventually(() => expect(page.text()).toContain('does not tell a page where “faces.zip” lies'));
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each([
    ['another manifest', { 'manifest.json': '{}' }, 'its manifest.json is not a manifest;'],
    ['no JSON', { 'manifest.json': '{' }, 'expected JSON in manifest.json, found another text.'],
  ])('is refused where it is %s', async (_, files, sentence) => {
    await drop(files as Record<string, string>, { name: 'other.zip' });
    await eventually(() => expect(shown()).toContain(sentence));
    expect(shown()).toContain('Not a parcel');
    expect(shown()).toContain('other.zip cannot be read');
  });
});
