// @vitest-environment happy-dom
/** A method of one's own from the picker: written, registered, tried, mended, tried again, added to the form. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ORPCError } from '@orpc/client';
import { fakeDatasets, fakeMethods } from '../fakeData.ts';
import { fakeClient, type Overrides } from '../fakeClient.ts';
import { button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const own = { ...fakeMethods[0], id: 'my-method', title: 'My method' };
const outside = { ...own, folder: '/f/my-method', version: '1', runsOn: 'Python 3', runs: 'python3', state: 'ready' };
const report = {
  id: 'my-method',
  title: 'My method',
  version: '1',
  runsOn: 'Python 3',
  rules: [{ title: 'Keeps models apart', state: 'passed', detail: 'Bit for bit.' }],
  recognised: { right: 15, of: 20 },
};
const TRACEBACK = 'My method: it ended.\nTraceback (most recent call last):\n  File "method.py", line 3\nNameError: x';

/** The dialog with a folder chosen; `broken` counts how often the program dies before it is mended. */
async function openDialog(broken: number): Promise<void> {
  let registered = false;
  const overrides: Overrides = {
    workspace: { info: async () => ({ ...(await fakeClient().client.workspace.info()), host: 'desktop' }) },
    files: { choose: () => ({ token: 'place', name: 'methods' }) },
    methods: {
      list: () => (registered ? [...fakeMethods, own] : fakeMethods),
      create: () => ({ token: 'made', file: '/f/my-method/method.py' }),
      add: () => {
        if (broken-- > 0) throw new ORPCError('CONFLICT', { status: 409, message: TRACEBACK });
        registered = true;
        return outside;
      },
      check: () => report,
    },
  };
  mounted = await mountPage('/studies/new', overrides);
  await eventually(() => button(mounted.page, 'Add methods'));
  // From here on the form around the dialog could run its study.
  await eventually(() => expect(mounted.page.text()).toContain('cells'));
  await button(mounted.page, 'Add methods').trigger('click');
  await button(mounted.page, 'Your own method…').trigger('click');
  await button(mounted.page, 'Choose a folder').trigger('click');
  await settle();
}

const inputsOf = (name: string): unknown[] =>
  mounted.fake.calls.filter((call) => call.name === name).map(({ input }) => input);

describe('a method of one’s own in the picker', () => {
  it('is written and registered, says its error as code, and is tried again after an edit', async () => {
    await openDialog(2);
    expect(mounted.page.text()).toContain('runs with your rights');
    await mounted.page.get('#own-method').trigger('submit');
    await settle();
    expect(inputsOf('methods.create')).toEqual([{ folder: 'place', id: 'my-method', language: 'python' }]);
    await eventually(() => expect(mounted.page.get('pre').text()).toBe(TRACEBACK));
    expect(inputsOf('studies.create')).toEqual([]);
    expect(button(mounted.page, 'Add to the study').attributes('disabled')).toBeDefined();
    await button(mounted.page, 'Try again').trigger('click');
    await settle();
    expect(inputsOf('methods.check')).toEqual([]);
    await button(mounted.page, 'Try again').trigger('click');
    await settle();
    expect(inputsOf('methods.add')).toEqual(Array.from({ length: 3 }, () => ({ folder: 'made' })));
    expect(inputsOf('methods.check')).toEqual([{ id: 'my-method', dataset: fakeDatasets[0].id }]);
    expect(mounted.page.text()).toContain('My method passes all checks and recognises 15 of 20 test images.');
  });

  it('joins the methods of the form', async () => {
    await openDialog(0);
    await mounted.page.get('#own-method').trigger('submit');
    await eventually(() => {
      expect(button(mounted.page, 'Add to the study').attributes('disabled')).toBeUndefined();
    });
    await button(mounted.page, 'Add to the study').trigger('click');
    await settle();
    expect(mounted.page.findAll('dialog')).toEqual([]);
    await eventually(() => {
      const [spec] = inputsOf('studies.preview').slice(-1) as [{ spec: { methods: { method: string }[] } }];
      expect(spec.spec.methods.map(({ method }) => method)).toContain('my-method');
    });
  });

  it('takes no name that a method has or that is none', async () => {
    await openDialog(0);
    const field = mounted.page.findAll('#own-method input').find((input) => input.element.matches('.input'))!;
    await field.setValue('pca');
    expect(mounted.page.text()).toContain('A method has the id “pca”');
    expect(button(mounted.page, 'Write and register').attributes('disabled')).toBeDefined();
    await field.setValue('My Method');
    expect(mounted.page.text()).toContain('Expected 2 to 40 lower-case letters');
  });
});
