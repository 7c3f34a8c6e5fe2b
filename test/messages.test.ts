/**
 * Messages, notices, sentences of reports and comments have the syntax of English: no hidden subjects, no relative
 * clauses that end in their verb. Sentences are the texts of at least four words in the sources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { foreignPhrases, type PhraseAndCure } from './support/foreignPhrases.ts';
import { TRANSLATED } from './support/translatedSyntax.ts';

const root = resolve(import.meta.dirname, '..');

/** In addition to what the manual and the help keep away from. */
const further: readonly PhraseAndCure[] = [
  ...TRANSLATED,
  [/, (of|in) which …/, 'of them; where'],
  [/\bthat there (is|are)( not|[.:]|$)/, 'existing; the number'],
  [/, which (the \w+|it|they|\w+s) (has|have|needs?|shares?|takes?)( not)?\.?$/, 'a clause of its own'],
  [/\bnobody (has|is|knows|needs?|reads?|uses?)\b/i, 'say who does not; unknown'],
  [/\bgo(es)? on\b/, 'continue'],
  [/\bgives? (it|them) up\b/, 'abandon'],
  [/\bwhere there (is|are)\b/, 'if there is'],
  [/\bwas not (asked|given|written down)\b/, 'is unknown; was not recorded'],
  [/\bfrom elsewhere\b/i, 'external'],
  [/\bas (it|they) (is|are|was|were) saved\b/, 'as saved'],
];

/** Texts of a source: strings and templates of at least four words, with … in the places of expressions. */
function sentences(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const sentence = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
        : '';
    if (sentence.split(/\s+/).length >= 4) found.push(sentence.replaceAll(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return found;
}

/** Comments of a source, each on one line. */
function comments(text: string): string[] {
  const blocks = text.match(/\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/ .*\n\s*)+|<!--[\s\S]*?-->/gm) ?? [];
  return blocks.map((block) => block.replaceAll(/\n\s*(\*|\/\/)(?!\/)/g, ' ').replaceAll(/\s+/g, ' '));
}

/** Pages that are about to be rebuilt, whose comments go with them. */
const REBUILT = /^src\/renderer\/(import|home|shell|studies|study|studyForm)\//;
const commented = ['src/core', 'src/main', 'src/renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|vue)$/.test(name) && !/\.binary\.ts$/.test(name) && !REBUILT.test(name)),
);

/** Formulas, markup, scripts for shells, SQL; and papers, whose pages are written with the results of long runs. */
const OTHER = /core\/papers\/|kernels\/|\/linalg\/|shards\/engines|report\/(html|typst)\.ts|migrations/;
const files = ['src/core', 'src/main', 'src/renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !OTHER.test(name)),
);

describe('messages', () => {
  it('are found in strings and templates, and told from those that read as translated', () => {
    const source = "const a = 'Nobody knows how long'; const b = `${n} cells, so that ${m} remain`; const c = 'a b';";
    expect(sentences('a.ts', source)).toEqual(['Nobody knows how long', '… cells, so that … remain']);
    expect(foreignPhrases(sentences('a.ts', source).join('\n'), { further })).toHaveLength(2);
  });

  it('have the syntax and the words of the field', () => {
    const found = files.flatMap((file) => {
      const text = sentences(file, readFileSync(join(root, file), 'utf8')).join('\n');
      return foreignPhrases(text, { further }).map((line) => `${file}: ${line}`);
    });
    expect(files.length).toBeGreaterThan(700);
    expect(found).toEqual([]);
  });
});

describe('comments', () => {
  it('are found in every form', () => {
    const source =
      '/** A value that\n * nobody reads. */\nconst a = 1; // Cells, so that\n// rows remain.\n<!-- a b -->';
    expect(comments(source)).toEqual([
      '/** A value that nobody reads. */',
      '// Cells, so that rows remain. ',
      '<!-- a b -->',
    ]);
  });

  it('have the syntax of English', () => {
    const foreign = commented.flatMap((file) => {
      const text = comments(readFileSync(join(root, file), 'utf8')).join('\n');
      return foreignPhrases(text, { further }).map((line) => `${file}: ${line}`);
    });
    expect(commented.length).toBeGreaterThan(900);
    expect(foreign).toEqual([]);
  });
});
