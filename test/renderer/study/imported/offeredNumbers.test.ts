// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../../../../src/core/papers/databases.ts';
import type { PublishedNumber } from '../../../../src/core/study/table/publishedNumber.ts';
import { eventually } from '../../../support/eventually.ts';
import type { SentFile } from '../../../../src/core/contract/files.ts';
import { fakeDatasets } from '../../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../../mountPage.ts';

let opened: MountedPage | null = null;
afterEach(() => {
  opened?.page.unmount();
  opened = null;
});

/** Opens the dialog of a study on images of these counts, whose published numbers it keeps. */
async function openDialog(counts: { images: number; subjects: number; rows: number; cols: number }) {
  let kept: PublishedNumber[] = [];
  const [first, ...others] = fakeDatasets;
  const { images: count, subjects, rows, cols } = counts;
  opened = await mountPage('/studies/1', {
    datasets: { list: () => [{ ...first, count, subjects, rows, cols }, ...others] },
    studies: {
      listPublished: () => kept,
      addPublished: ({ file }: { file: SentFile }) => {
        kept = JSON.parse(Buffer.from(file.content, 'base64').toString()) as PublishedNumber[];
      },
    },
  });
  const { page } = opened;
  await button(page, 'Add').trigger('click');
  await settle();
  await page
    .findAll('[role=menuitem]')
    .find((item) => item.text().includes('Published numbers'))!
    .trigger('click');
  await settle();
  return { page, kept: () => kept };
}

describe('published numbers of the papers', () => {
  it('are listed with their source and protocol, and added by one click', async () => {
    const { page, kept } = await openDialog(DATABASES.xm2vts);
    const section = page.get('[aria-label="From the papers on this database"]');
    expect(section.text()).toContain('Zhao, Yu, Kwok (2012), Table IV, page 501');
    expect(section.text()).toContain('Protocol: k = 2, 3, 4, 20 splits.');
    expect(await accessibilityProblems()).toEqual([]);
    await section.get('button').trigger('click');
    await eventually(() => expect(section.text()).toContain('Added'));
    expect(kept()).toContainEqual({
      method: 'PPCA',
      condition: 'k=2',
      value: 25.5,
      deviation: 3.2,
      source: 'Zhao, Yu, Kwok (2012), Table IV, page 501',
    });
    expect(section.find('button').exists()).toBe(false);
  });

  it('are not offered on other images', async () => {
    const { page } = await openDialog({ images: 400, subjects: 40, rows: 56, cols: 46 });
    expect(page.find('dialog').exists()).toBe(true);
    expect(page.find('[aria-label="From the papers on this database"]').exists()).toBe(false);
  });
});
