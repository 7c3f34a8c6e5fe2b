/** Exports the table of a study as a Word document. */
import {
  AlignmentType,
  Document,
  HeadingLevel,
  Packer,
  PageOrientation,
  Paragraph,
  SimpleField,
  TextRun,
  type IParagraphStyleOptions,
  type ParagraphChild,
} from 'docx';
import { setTable } from '../../../core/report/latex/typesetTable.ts';
import { lineWidth, type PageOptions } from '../../../core/report/pageOptions.ts';
import { markedPieces, methodsSentences, type Markup } from '../../../core/report/prose/methodsParagraph.ts';
import { referencesByKey, type Cited } from '../../../core/report/references/references.ts';
import type { StudyOnDataset } from '../../../core/study/study.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { withoutTimes } from '../officeFile.ts';
import { equation, textRuns } from './wordMath.ts';
import { CELL_STYLE, SHAPE_STYLE, wordTable } from './wordTable.ts';

/** A4 in mm, its least margins at the sides, and those above and below. */
const A4 = { short: 210, long: 297, side: 18, above: 22 } as const;
const TWIPS_PER_MM = 1440 / 25.4;
/** Half points, in which Word counts sizes. */
const HALF = 2;

const FONT = 'Times New Roman';
const NOTE_STYLE = 'TableNotes';
const REFERENCE_STYLE = 'Bibliography';

/**
 * A .docx file: the table as it is laid out for LaTeX, with its caption and notes, then the methods paragraph with
 * numbered citations, and the publications. Formulas are equations of Word. The same table gives the same bytes.
 */
export async function wordDocument(
  table: StudyTable,
  page: PageOptions,
  cited: Cited,
  studies: readonly StudyOnDataset[],
): Promise<Uint8Array> {
  const { grid, layout, notes } = setTable(table, page);
  const line = lineWidth(page);
  const document = new Document({
    title: table.study,
    creator: `Eigenbench ${cited.version}`,
    lastModifiedBy: 'Eigenbench',
    styles: {
      default: {
        document: { run: { font: FONT, size: 11 * HALF } },
        heading1: { run: { font: FONT, size: 13 * HALF, bold: true, color: '000000' }, paragraph: HEADING_SPACING },
      },
      paragraphStyles: [
        style('Caption', 'caption', 9.5, { spacing: { after: 80 }, keepNext: true }),
        style(CELL_STYLE, 'Table Text', layout.size.points, {}),
        style(SHAPE_STYLE, 'Table Shapes', Math.min(7, layout.size.points), {}),
        style(NOTE_STYLE, 'Table Notes', 8, { spacing: { before: 80 } }),
        style(REFERENCE_STYLE, 'Bibliography', 10, { spacing: { after: 60 }, indent: { left: 480, hanging: 480 } }),
      ],
    },
    sections: [
      {
        properties: { page: paper(line) },
        children: [
          new Paragraph({
            style: 'Caption',
            children: [
              new TextRun('Table '),
              new SimpleField('SEQ Table \\* ARABIC', '1'),
              new TextRun('. '),
              ...textRuns(grid.caption),
            ],
          }),
          ...layout.panels.flatMap((columns, p) => [
            // Tables that follow each other without text between them are one table of Word.
            ...(p === 0 ? [] : [new Paragraph({ style: CELL_STYLE })]),
            wordTable(grid, layout, columns),
          ]),
          new Paragraph({ style: NOTE_STYLE, children: textRuns(notes.join(' ')) }),
          ...methodsAndReferences(table, cited, studies),
        ],
      },
    ],
  });
  return withoutTimes(await Packer.toBuffer(document));
}

const HEADING_SPACING = { spacing: { before: 280, after: 100 } } as const;

function style(
  id: string,
  name: string,
  points: number,
  paragraph: NonNullable<IParagraphStyleOptions['paragraph']>,
): IParagraphStyleOptions & { readonly id: string } {
  return { id, name, basedOn: 'Normal', run: { size: Math.round(points * HALF) }, paragraph };
}

/** A4 in portrait if a line of this width in mm fits, else in landscape, wider if it must be. */
function paper(line: number) {
  const portrait = line <= A4.short - 2 * A4.side;
  const width = portrait ? A4.short : Math.max(A4.long, line + 2 * A4.side);
  const side = portrait ? A4.side : (width - line) / 2;
  const twips = (mm: number): number => Math.round(mm * TWIPS_PER_MM);
  const [short, long] = portrait ? [twips(width), twips(A4.long)] : [twips(A4.short), twips(width)];
  return {
    // The library exchanges the sides of a page in landscape.
    size: { width: short, height: long, orientation: portrait ? PageOrientation.PORTRAIT : PageOrientation.LANDSCAPE },
    margin: { left: twips(side), right: twips(side), top: twips(A4.above), bottom: twips(A4.above) },
  };
}

/** The methods paragraph, and the publications in the order in which it cites them. */
function methodsAndReferences(table: StudyTable, cited: Cited, studies: readonly StudyOnDataset[]): Paragraph[] {
  const references = referencesByKey(table, cited);
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key)!;
  };
  const word: Markup<ParagraphChild[]> = {
    text: textRuns,
    math: (formula) => [equation(formula)],
    cite: (keys) => [new TextRun(`\u00a0[${keys.map(numberOf).join(', ')}]`)],
  };
  const sentences = methodsSentences(table, cited, studies);
  const runs = sentences.flatMap((sentence, s) => [
    ...markedPieces(sentence, word).flat(),
    new TextRun(s === sentences.length - 1 ? '.' : '. '),
  ]);
  // The paragraph cites every publication; one that it did not would still be listed.
  for (const key of references.keys()) numberOf(key);
  return [
    heading('Methods'),
    new Paragraph({ alignment: AlignmentType.JUSTIFIED, children: runs }),
    heading('References'),
    ...[...numbers].map(
      ([key, number]) =>
        new Paragraph({
          style: REFERENCE_STYLE,
          children: [new TextRun(`[${number}]\t${references.get(key) ?? key}`)],
        }),
    ),
  ];
}

function heading(text: string): Paragraph {
  return new Paragraph({ heading: HeadingLevel.HEADING_1, text });
}
