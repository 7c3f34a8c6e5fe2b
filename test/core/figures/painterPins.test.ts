/**
 * Every painter, on numbers that press it: many lines, grids, ranks and subjects. The file pins the bytes of each
 * format by their SHA-256; `vitest -u` writes it again.
 */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { figurePageSchema } from '../../../src/core/figures/figurePage.ts';
import { sheetOf } from '../../../src/core/figures/drawingArea.ts';
import { figureContent } from '../../../src/main/export/figureFile.ts';
import { sampleFigures } from '../../support/sampleFigures.ts';

const pages = {
  screen: figurePageSchema.parse({}),
  column: figurePageSchema.parse({ width: 'column', fontSize: 7 }),
  page: figurePageSchema.parse({ width: 'page', family: 'serif', fontSize: 10 }),
};

it('draw the same bytes as ever', async () => {
  const pins: Record<string, Record<string, string>> = {};
  for (const [name, draw] of sampleFigures) {
    pins[name] = {};
    for (const [at, page] of Object.entries(pages)) {
      for (const format of ['svg', 'pdf', 'tex'] as const) {
        const content = await figureContent(draw(sheetOf(page)), format, page);
        const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
        pins[name][`${at}.${format}`] = `${content.length} ${hash}`;
      }
    }
  }
  await expect(`${JSON.stringify(pins, null, 2)}\n`).toMatchFileSnapshot('painterPins.json');
});
