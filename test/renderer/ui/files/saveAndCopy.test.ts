// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { dragPicture, dragTable } from '../../../../src/renderer/ui/files/saveAndCopy.ts';

function drag(target: Partial<HTMLImageElement> = {}) {
  const data: Record<string, string> = {};
  const preventDefault = vi.fn();
  const event = {
    target,
    preventDefault,
    dataTransfer: { setData: (type: string, value: string) => (data[type] = value) },
  } as unknown as DragEvent;
  return { event, data, preventDefault };
}

describe('what is dragged out of the window', () => {
  it('is a file of its name, with the content of the picture', () => {
    const { event, data } = drag({ src: 'data:image/svg+xml,%3Csvg/%3E' });
    dragPicture(event, 'orl-overview.svg');
    expect(data).toEqual({ DownloadURL: 'image/svg+xml:orl-overview.svg:data:image/svg+xml,%3Csvg/%3E' });
  });

  it('is a table with and without markup, or nothing before the table is there', () => {
    const whole = drag();
    dragTable(whole.event, { html: '<table></table>', plain: 'a\tb' });
    expect(whole.data).toEqual({ 'text/html': '<table></table>', 'text/plain': 'a\tb' });
    const early = drag();
    dragTable(early.event, null);
    expect([early.data, early.preventDefault.mock.calls.length]).toEqual([{}, 1]);
  });
});
