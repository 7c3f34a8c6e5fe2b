// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import FormSection from '../../../src/renderer/ui/fields/FormSection.vue';
import WhenSeen from '../../../src/renderer/ui/LazyMount.vue';

/** A host in which nothing comes into sight. */
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const find = (): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }));

describe('what is out of sight', () => {
  it('is drawn once it is asked for, and stays', async () => {
    const out = mount(WhenSeen, { props: { height: '410px' }, slots: { default: 'cards' } });
    expect([out.text(), out.attributes('style')]).toEqual(['', 'min-height: 410px;']);
    await out.setProps({ now: true });
    expect(out.text()).toBe('cards');
    await out.setProps({ now: false });
    expect(out.text()).toBe('cards');
    out.unmount();
  });

  it('is drawn where the whole page is searched', async () => {
    const out = mount(WhenSeen, { props: { height: '410px' }, slots: { default: 'cards' } });
    find();
    await nextTick();
    expect(out.text()).toBe('cards');
    out.unmount();
  });
});

describe('a folded part of a form', () => {
  const folded = () =>
    mount(FormSection, {
      props: { title: 'Measures', summary: 'error rates', open: false },
      slots: { default: '<input />' },
    });

  it('has its fields once it was unfolded, and keeps them', async () => {
    const part = folded();
    expect(part.find('input').exists()).toBe(false);
    for (const open of [true, false]) {
      (part.element as HTMLDetailsElement).open = open;
      await part.trigger('toggle');
      expect(part.find('input').exists()).toBe(true);
    }
    part.unmount();
  });

  it('has them where a problem unfolds it, and where the whole page is searched', async () => {
    const wrong = folded();
    await wrong.setProps({ open: true });
    expect(wrong.find('input').exists()).toBe(true);
    wrong.unmount();
    const searched = folded();
    find();
    await nextTick();
    expect(searched.find('input').exists()).toBe(true);
    searched.unmount();
  });
});
