/**
 * Code of the manual that runs. The words after the language of a block say what is done with it, page by page in one
 * folder: "sh run" is run line by line, "sh run exit=2" ends with that code, "json file=study.json" is written first.
 * With "needs=octave" it is done after the others, where that is installed. "text printed" is what the commands print.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const docsFolder = resolve(import.meta.dirname, '../../docs');

export function readPage(topic: string): string {
  return readFileSync(resolve(docsFolder, `${topic}.md`), 'utf8');
}

/** A page without what stands in blocks of code: its prose. */
export function proseOf(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

export type Step = { readonly needs?: string } & (
  | { readonly write: string; readonly text: string }
  | { readonly run: readonly string[]; readonly exit: number; readonly line: string }
);

/** What is written and run, in the order of the page. Throws for a line that is no command of the program. */
export function stepsOf(text: string): Step[] {
  return [...text.matchAll(/^```(\w+) ([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, marks, code]): Step[] => {
    const words = marks.split(' ');
    const file = words.find((word) => word.startsWith('file='))?.slice('file='.length);
    const needed = words.find((word) => word.startsWith('needs='))?.slice('needs='.length);
    const needs = needed === undefined ? {} : { needs: needed };
    if (file !== undefined) return [{ ...needs, write: file, text: code }];
    if (language !== 'sh' || !words.includes('run')) return [];
    const exit = Number(words.find((word) => word.startsWith('exit='))?.slice('exit='.length) ?? 0);
    return linesOf(code).map((line) => {
      const [program, ...run] = shellWords(line);
      if (program !== 'eigenbench') throw new Error(`Only commands of eigenbench can be run, not: ${line}`);
      return { ...needs, run, exit, line };
    });
  });
}

/** The passages that blocks marked as printed quote, "…" where something is left out, with single blanks. */
export function printedOf(text: string): string[] {
  return [...text.matchAll(/^```text printed\n([\s\S]*?)^```$/gm)]
    .flatMap(([, quoted]) => quoted.split('…'))
    .map(singleBlanks)
    .filter((passage) => passage !== '');
}

export function singleBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Command lines: without comments and empty lines, continued ones joined. */
function linesOf(code: string): string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** Words as a shell takes them apart, with quotes. Throws where a line wants more of a shell than that. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => {
    const bare = word.replaceAll(/"[^"]*"|'[^']*'/g, '');
    if (/[|&;<>$`*?~(){}\\]/.test(bare)) throw new Error(`The test knows no shell: ${line}`);
    return word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '');
  });
}
