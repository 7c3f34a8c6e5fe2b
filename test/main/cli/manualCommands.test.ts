// @module-tag processes
/** Every command of the manual that is marked as runnable runs, page by page, on drawn faces. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internals, manualPages } from '../../../src/core/manual/manualPages.ts';
import { docsFolder, printedOf, readPage, singleBlanks, stepsOf, type Step } from '../../support/manualBlocks.ts';
import { withProgram, withPython } from '../../support/programs.ts';
import { skipWhen } from '../../support/skips.ts';
import { scratch, writeFaces } from './harness.ts';

const needsTex = skipWhen(
  spawnSync('kpsewhich', ['booktabs.sty']).status !== 0 || spawnSync('pdflatex', ['--version']).status !== 0,
  'pdflatex with booktabs is not installed',
);

const pages = [...manualPages, ...internals.pages].map(({ topic }) => {
  const text = readPage(topic);
  return { topic, steps: stepsOf(text), printed: printedOf(text) };
});

/** Subjects of pages whose studies need more: LDA has an axis less than training subjects. */
const SUBJECTS: Readonly<Record<string, string>> = { verification: '24' };

describe.each(pages.filter(({ steps }) => steps.some((step) => 'run' in step)))(
  'the page $topic',
  ({ topic, steps, printed }) => {
    const here = scratch();
    const output: string[] = [];
    // What the pages call their images: the folder of ORL, small and drawn.
    beforeAll(() => {
      writeFaces(here.at('orl'), { subjects: 6, perSubject: 5, rows: 28, cols: 23 });
      // Specs that a page has in a folder of its name.
      const files = resolve(docsFolder, topic);
      if (existsSync(files)) cpSync(files, here.folder, { recursive: true });
    });
    afterAll(() => here.remove());

    // The same commands on fewer faces, unless the page quotes what they print of all.
    const fewer = (command: readonly string[]): readonly string[] =>
      command[0] === 'demo' && !command.includes('--subjects') && printed.length === 0
        ? ['--subjects', SUBJECTS[topic] ?? '12']
        : [];

    async function follow(some: readonly Step[]): Promise<void> {
      for (const step of some) {
        if ('write' in step) {
          mkdirSync(dirname(here.at(step.write)), { recursive: true });
          writeFileSync(here.at(step.write), step.text);
        } else {
          const { code, stdout, stderr } = await here.run(...step.run, ...fewer(step.run));
          output.push(singleBlanks(stdout));
          expect({ line: step.line, code, stderr: code === step.exit ? '' : stderr }).toEqual({
            line: step.line,
            code: step.exit,
            stderr: '',
          });
        }
      }
    }

    it('runs from its first command to its last', () => follow(steps.filter(({ needs }) => needs === undefined)));

    if (printed.length > 0) {
      it('quotes what its commands print', () => {
        const all = output.join(' ');
        expect(printed.filter((passage) => !all.includes(passage))).toEqual([]);
      });
    }

    for (const program of new Set(steps.flatMap(({ needs }) => needs ?? []))) {
      const installed = program === 'numpy' ? withPython('numpy') : withProgram(program);
      it(`runs what needs ${program}`, installed, () => follow(steps.filter(({ needs }) => needs === program)));
    }

    // Other pages show LaTeX, too, but no document.
    if (steps.some((step) => 'write' in step && step.write.endsWith('.tex'))) {
      it('has a document that TeX sets, with the table', needsTex, () => {
        for (let run = 0; run < 2; run++) {
          const { status, stdout } = spawnSync(
            'pdflatex',
            ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'],
            {
              cwd: here.folder,
              encoding: 'utf8',
            },
          );
          expect({ status, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stdout: '' });
        }
        const log = readFileSync(here.at('paper.log'), 'utf8');
        expect(log).not.toMatch(/Overfull|undefined|Rerun to get/);
        expect(log).toContain('Output written on paper.pdf (1 page');
      });
    }
  },
);

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
