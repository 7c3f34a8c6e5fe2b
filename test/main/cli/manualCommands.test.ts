/** Every command of the manual that is marked as runnable runs, page by page, on drawn faces. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualPages } from '../../../src/core/manual/contents.ts';
import { readPage, stepsOf } from '../../support/manualBlocks.ts';
import { scratch, writeFaces } from './harness.ts';

const pages = manualPages.map(({ topic }) => ({ topic, steps: stepsOf(readPage(topic)) }));

describe.each(pages.filter(({ steps }) => steps.some((step) => 'run' in step)))('the page $topic', ({ steps }) => {
  const here = scratch();
  // What the pages call their images: the folder of ORL, small and drawn.
  beforeAll(() => writeFaces(here.at('orl'), { subjects: 6, perSubject: 5, rows: 28, cols: 23 }));
  afterAll(() => here.remove());

  it('runs from its first command to its last', async () => {
    for (const step of steps) {
      if ('write' in step) {
        mkdirSync(dirname(here.at(step.write)), { recursive: true });
        writeFileSync(here.at(step.write), step.text);
      } else {
        const { code, stderr } = await here.run(...step.run);
        expect({ line: step.line, code, stderr: code === step.exit ? '' : stderr }).toEqual({
          line: step.line,
          code: step.exit,
          stderr: '',
        });
      }
    }
  });
});

describe('commands of the manual', () => {
  it('are taken apart as a shell does', () => {
    const text = ['```sh run exit=2', 'eigenbench run "My study" \\', "  --set 'a=[1]'   # note", '```'].join('\n');
    expect(stepsOf(text)).toEqual([
      { run: ['run', 'My study', '--set', 'a=[1]'], exit: 2, line: `eigenbench run "My study" --set 'a=[1]'` },
    ]);
    expect(() => stepsOf('```sh run\neigenbench table a > b\n```')).toThrow('The test knows no shell');
    expect(() => stepsOf('```sh run\nls\n```')).toThrow('Only commands of eigenbench');
  });

  it('run on the pages that promise it', () => {
    const runnable = pages.filter(({ steps }) => steps.some((step) => 'run' in step)).map(({ topic }) => topic);
    expect(runnable).toEqual(expect.arrayContaining(['first-study', 'results', 'own-results', 'own-methods']));
  });
});
