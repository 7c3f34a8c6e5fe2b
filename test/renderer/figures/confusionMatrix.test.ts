// @vitest-environment happy-dom
/** One description, two painters: the confusion matrix on the page and in the exported figure. */
import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, it } from 'vitest';
import { confusionMatrix } from '../../../src/core/figures/charts/confusionMatrix.ts';
import { defaultFigureLook } from '../../../src/core/figures/figurePage.ts';
import { confusionMatrixSvg } from '../../support/paintedSvg.ts';
import { confusedPairs } from '../../../src/core/study/table/confusion.ts';
import { connectionKey } from '../../../src/renderer/api/client.ts';
import ConfusionMatrix from '../../../src/renderer/figures/ConfusionMatrix.vue';
import { fakeClient, fakeConnection } from '../fakeClient.ts';
import { settle } from '../mountPage.ts';

const counts = [
  [7, 0, 3, 0],
  [0, 10, 0, 0],
  [1, 0, 9, 0],
  [0, 0, 5, 5],
];
const matrix = confusionMatrix({ subjects: ['Anna', 'Bert', 'Carl & Co', 'Dora'], pairs: confusedPairs(counts) });

/** Texts, cells and their places relative to the first outlined cell, whoever drew them. */
function read(root: ParentNode) {
  const number = (node: Element, name: string): number => Number(node.getAttribute(name));
  const texts = (selector: string) => [...root.querySelectorAll(selector)].map((node) => node.textContent!.trim());
  const rights = [...root.querySelectorAll('rect.right')];
  const [left, top] = [number(rights[0], 'x') - 0.5, number(rights[0], 'y') - 0.5];
  return {
    rows: texts('text.row'),
    columns: texts('text.column'),
    counts: [...root.querySelectorAll('text.count')].map((node) => [
      node.textContent!.trim(),
      node.getAttribute('fill'),
      node.getAttribute('font-size'),
      number(node, 'x') - left,
      number(node, 'y') - top,
    ]),
    rights: rights.map((node) => [number(node, 'x') - left, number(node, 'y') - top, number(node, 'width')]),
    cells: [...root.querySelectorAll('rect.cell')].map((node) => ({
      row: node.getAttribute('data-row'),
      column: node.getAttribute('data-column'),
      x: number(node, 'x') - left,
      y: number(node, 'y') - top,
      fill: node.getAttribute('fill'),
      opacity: Number(number(node, 'fill-opacity').toFixed(2)),
    })),
  };
}

async function drawnIn(theme: 'light' | 'dark') {
  const settings = { workers: 0, theme, figure: defaultFigureLook };
  const connection = fakeConnection(fakeClient({ settings: { get: () => settings } }));
  const page = mount(ConfusionMatrix, {
    props: { matrix },
    global: { plugins: [createPinia()], provide: { [connectionKey as symbol]: connection } },
  });
  await settle();
  return page;
}

describe('A confusion matrix', () => {
  it.each(['light', 'dark'] as const)('stands on the page as in the exported figure, %s', async (theme) => {
    const page = await drawnIn(theme);
    const exported = new DOMParser().parseFromString(confusionMatrixSvg(matrix, theme), 'image/svg+xml');
    const drawn = read(page.element);
    expect(drawn).toEqual(read(exported));
    expect(drawn.cells).toHaveLength(3);
    expect(drawn.rows).toEqual(['Anna', 'Carl & Co', 'Dora']);
  });

  it('reads the cell under the pointer', async () => {
    const page = await drawnIn('light');
    await page.find('g').trigger('pointerenter');
    expect(page.find('figcaption').text()).toContain('Dora as Carl & Co: 5 of 10 test images');
  });
});
