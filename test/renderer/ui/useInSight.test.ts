// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick, ref } from 'vue';
import { useInSight } from '../../../src/renderer/ui/useInSight.ts';

const Frame = defineComponent(() => {
  const frame = ref<HTMLElement>();
  const inSight = useInSight(frame);
  return () => h('div', { ref: frame }, inSight.value ? 'drawn' : 'left');
});

afterEach(() => vi.unstubAllGlobals());

describe('what is drawn when it comes into sight', () => {
  it('waits for that, follows it, and stops looking when it is gone', async () => {
    let tell: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
    const [observe, disconnect] = [vi.fn(), vi.fn()];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: typeof tell) {
          tell = callback;
        }
        readonly observe = observe;
        readonly disconnect = disconnect;
      },
    );
    const frame = mount(Frame);
    expect(frame.text()).toBe('left');
    expect(observe).toHaveBeenCalledWith(frame.element);
    tell([{ isIntersecting: true }]);
    await nextTick();
    expect(frame.text()).toBe('drawn');
    tell([{ isIntersecting: false }]);
    await nextTick();
    expect(frame.text()).toBe('left');
    frame.unmount();
    expect(disconnect).toHaveBeenCalled();
  });

  it('is drawn at once where nothing tells what is in sight', () => {
    vi.stubGlobal('IntersectionObserver', undefined);
    expect(mount(Frame).text()).toBe('drawn');
  });
});
