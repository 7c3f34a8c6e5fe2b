/** A LaTeX table for papers: booktabs, spanner heads, fitted to the line width, notes below. */
import type { StudyTable } from '../../study/table/table.ts';
import { tableLabel } from '../tableLabel.ts';
import { defaultPageOptions, isColumn, lineWidth, type PageOptions } from '../pageOptions.ts';
import { alignments } from './cells.ts';
import { COLUMN_GAP } from './layout.ts';
import { continuedCaption, setTable } from './typesetTable.ts';
import { tabular } from './tabular.ts';
import type { TableGrid } from '../../study/table/grid.ts';
import { methodColumns } from '../../study/table/gridHead.ts';
import { listed } from '../../text/phrases.ts';
import { latexMathText, latexText } from './text.ts';
import { sizes } from './widths.ts';
import { parseNote, type NoteInline } from '../../text/note.ts';

// A user's note as LaTeX, as text after the table.

/** Lines of a note; none if it is blank. Headings become run-in headings, which fit sections of any level. */
function latexNote(note: string): string[] {
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
        // Not verbatim, because the code could contain its end.
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

/** Link text, followed by the address in brackets if they differ, because paper has no links. */
function linkText({ of, to }: Extract<NoteInline, { kind: 'link' }>): string {
  const [words, address] = [inline(of), `\\texttt{${latexText(to)}}`];
  const bare = of.length === 1 && of[0].kind === 'text' && new Set([to, to.replace(/\/$/, '')]).has(of[0].text);
  return bare ? address : `${words} (${address})`;
}

/** The table as one LaTeX float, or as several if it is longer than a page, followed by the note if requested. */
export function latexTable(table: StudyTable, page: PageOptions = defaultPageOptions, note = ''): string {
  const { grid, layout, floats, notes, inside } = setTable(table, page);
  const alignment = alignments[page.alignment];
  const label = `tab:${tableLabel(table, page)}`;
  const name = environment(page);
  return [
    `% needs ${['booktabs', ...(page.alignment === 'siunitx' ? ['siunitx'] : []), ...(name.startsWith('sideways') ? ['rotating'] : [])].map((needed) => `\\usepackage{${needed}}`).join(', ')}`,
    `% for a line of ${lineWidth(page)} mm${leftOut(table, page)}${unfit(table, grid)}`,
    ...floats.map((parts, f) =>
      [
        `\\begin{${name}}${name.startsWith('sideways') ? '' : floats.length > 1 || parts.length > 1 ? '[tp]' : '[t]'}`,
        // Continued floats keep the number of the first.
        ...(f > 0 ? ['  \\addtocounter{table}{-1}'] : []),
        '  \\centering\\sloppy',
        `  \\caption{${latexMathText(f > 0 ? continuedCaption(grid) : grid.caption)}}`,
        ...(f === 0 ? [`  \\label{${label}}`] : []),
        `  ${layout.size.command}\\setlength{\\tabcolsep}{${COLUMN_GAP / 2}pt}`,
        ...(page.alignment === 'siunitx' ? ['  \\sisetup{detect-weight=true, detect-inline-weight=math}'] : []),
        ...parts.flatMap((part, p) => [
          ...(p > 0 ? ['', '  \\medskip'] : []),
          ...tabular(grid, layout, part, alignment).map((text) => `  ${text}`),
        ]),
        ...(inside && f === floats.length - 1 ? notesInside(notes) : []),
        `\\end{${name}}`,
        '',
      ].join('\n'),
    ),
    ...(inside ? [] : notesAfter(notes, label)),
    ...(page.note ? latexNote(note) : []),
  ].join('\n');
}

/** What the defaults of a narrow column omit, with the options to include it; empty if nothing is omitted. */
function leftOut({ options, rows }: StudyTable, page: PageOptions): string {
  if (!isColumn(page)) return '';
  const flags = [
    ...(page.notes === 'short' ? ['--notes full'] : []),
    ...(page.shapes === 'none' ? ['--shapes auto'] : []),
    ...(!options.standings && rows.some(({ tally }) => tally !== undefined) ? ['--standings'] : []),
  ];
  return flags.length === 0 ? '' : `; ${flags.join(' ')} adds what is left out`;
}

/** The facts about methods for which the line has no room; empty if it has. */
function unfit(table: StudyTable, { head, summary }: TableGrid): string {
  const there = [...head, ...summary.map(({ title }) => title)];
  const missing = methodColumns(table).flatMap(({ title }) => (there.includes(title) ? [] : [title]));
  return missing.length === 0 ? '' : `; too narrow for ${listed(missing)}`;
}

function environment(page: PageOptions): string {
  if (page.width === 'landscape') return 'sidewaystable*';
  return isColumn(page) ? 'table' : 'table*';
}

const NOTE_SIZE = sizes[1].command;

function notesInside(notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  return [
    '',
    '  \\smallskip',
    `  \\begin{minipage}{\\linewidth}${NOTE_SIZE}\\raggedright`,
    ...notes.map((sentence) => `    ${latexMathText(sentence)}`),
    '  \\end{minipage}',
  ];
}

function notesAfter(notes: readonly string[], label: string): string[] {
  return [
    `\\smallskip\n{${NOTE_SIZE}\\noindent Notes to Table~\\ref{${label}}: ${notes.map(latexMathText).join(' ')}\\par}`,
    '',
  ];
}
