// @module-tag processes
/** Names that would act on a terminal, each as an exploit. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHidden } from '../../../src/core/text/hiddenCharacters.ts';
import { scratch, writeFaces, type Outcome } from './harness.ts';
import { withoutPosix } from '../../support/skips.ts';

const here = scratch();
afterAll(() => here.remove());

const ESCAPE = '\u001b]0;owned\u0007\u001b[2K';
const OVERRIDE = '\u202egpj';
const shown = ({ stdout, stderr }: Outcome): string => stdout + stderr;
/** What acts on a terminal, line ends and tabs apart. */
const acts = (text: string): boolean => hasHidden(text.replace(/[\n\t]/g, ''));

beforeAll(() => {
  writeFaces(here.at('faces'), { subjects: 4, perSubject: 4, rows: 16, cols: 16 });
});

describe('the terminal', () => {
  it('is not acted on by names of files, which are refused', withoutPosix, async () => {
    mkdirSync(here.at('hostile'));
    for (const name of [`${ESCAPE}.pgm`, `${OVERRIDE}.pgm`])
      writeFileSync(here.at(join('hostile', name)), 'P5 1 1 255 a');
    const preview = await here.run('import', here.at('hostile'), '--preview');
    expect(acts(shown(preview))).toBe(false);
    mkdirSync(here.at('faces/s9'));
    writeFileSync(here.at(`faces/s9/1${ESCAPE}.pgm`), 'P5 1 1 255 a');
    const outcome = await here.run('import', here.at('faces'), '--name', 'faces');
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('its name must not contain control or bidirectional characters');
    expect(acts(shown(outcome))).toBe(false);
  });

  it.each([ESCAPE, OVERRIDE])('is not acted on by what was asked for: %j', async (text) => {
    const outcomes = [
      await here.run('import', here.at('faces'), '--name', `n${text}`),
      await here.run('table', text),
      await here.run('import', text),
      await here.run('import', 'x', '--filter', text),
      await here.run(`${text}`),
    ];
    for (const outcome of outcomes) {
      expect(outcome.code).toBeGreaterThan(0);
      expect(acts(shown(outcome))).toBe(false);
    }
  });

  it('is not acted on by labels of a table, which are refused', async () => {
    writeFileSync(here.at('faces.csv'), `subject,a,b\n"x${ESCAPE}",1,2\n"y${OVERRIDE}",3,4\n`);
    const outcome = await here.run('import', here.at('faces.csv'), '--labels', 'subject', '--name', 'table');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('must not contain control or bidirectional characters');
    expect(acts(shown(outcome))).toBe(false);
  });

  it('is not acted on by the names of a study spec, which are refused', async () => {
    const spec = {
      name: `n${ESCAPE}`,
      dataset: 'faces',
      methods: [{ method: 'pca', label: OVERRIDE }],
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
    };
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const outcome = await here.run('run', here.at('spec.json'));
    expect(outcome.code).toBe(2);
    expect(outcome.stderr.split('\n').slice(0, 3)).toEqual([
      '2 problems:',
      expect.stringMatching(/^ {2}name: must not contain control or bidirectional characters; found "n\\u001b/),
      expect.stringMatching(
        /^ {2}methods\[0\]\.label: must not contain control or bidirectional characters; found "\\u202egpj"/,
      ),
    ]);
    expect(acts(shown(outcome))).toBe(false);
  });

  it('is written to by one module', () => {
    const folder = resolve(import.meta.dirname, '../../../src/main/cli');
    const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => /(stdout|stderr)\.write|console\./.test(readFileSync(join(folder, name), 'utf8')));
    expect(writers).toEqual(['terminal.ts']);
  });
});
