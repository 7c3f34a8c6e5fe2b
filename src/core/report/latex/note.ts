/** A user's note as LaTeX, as text that follows a table. */
import { parseNote, type NoteInline } from '../../text/note.ts';
import { latexMathText, latexText } from './text.ts';

/** The lines of a note; headings run in, so that they fit the sections of any paper. None where it is blank. */
export function latexNote(note: string): string[] {
  const blocks = parseNote(note).map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return [inline(block.of)];
      case 'heading':
        return [`\\paragraph{${inline(block.of)}}`];
      case 'list': {
        const name = block.ordered ? 'enumerate' : 'itemize';
        return [`\\begin{${name}}`, ...block.items.map((item) => `  \\item ${inline(item)}`), `\\end{${name}}`];
      }
      case 'code':
        // No verbatim: its end could be part of the code.
        return ['\\begin{flushleft}\\ttfamily', ...block.text.split('\n').map(codeLine), '\\end{flushleft}'];
    }
  });
  return blocks.flatMap((lines) => [...lines, '']);
}

function codeLine(line: string): string {
  return `  \\mbox{}${latexText(line).replaceAll(' ', '~')}\\\\`;
}

function inline(parts: readonly NoteInline[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return latexMathText(part.text);
        case 'code':
          return `\\texttt{${latexText(part.text)}}`;
        case 'break':
          return '\\newline\n';
        case 'link':
          return linkText(part);
        case 'strong':
          return `\\textbf{${inline(part.of)}}`;
        case 'emphasis':
          return `\\emph{${inline(part.of)}}`;
      }
    })
    .join('');
}

/** The words, then the address in brackets where they are not the address: paper cannot be clicked. */
function linkText({ of, to }: Extract<NoteInline, { kind: 'link' }>): string {
  const [words, address] = [inline(of), `\\texttt{${latexText(to)}}`];
  const bare = of.length === 1 && of[0].kind === 'text' && new Set([to, to.replace(/\/$/, '')]).has(of[0].text);
  return bare ? address : `${words} (${address})`;
}
