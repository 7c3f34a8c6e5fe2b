/** eigenbench import: what a source holds, the questions that it leaves open, and the faces that each answer gives. */
import type { ImportPreview, NamePreview, SizeCount, SubjectPreview } from '../../../../core/contract/imports.ts';
import { image, picture, rect, textOf, type Drawing, type Shape } from '../../../../core/figures/drawing/drawing.ts';
import { figureSvg } from '../../../../core/figures/drawing/svg.ts';
import { onOneLine } from '../../../../core/formats/formatError.ts';
import type { ImportRecipe } from '../../../../core/images/importRecipe.ts';
import { importOptions } from '../../../../core/images/provenanceCommands.ts';
import { decisionsSentence, type Doubt, type ReadingChoice } from '../../../../core/readings/reading.ts';
import { shellWord } from '../../../../core/text/shellQuote.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { pngOf } from '../../../export/figureFile.ts';
import { columns } from '../../options/textColumns.ts';

/** The open questions of an import with their answers, and the command with the proposed answers. */
export function describeQuestion(doubts: readonly Doubt[], command: string): string {
  return [
    `Not imported yet: ${plural(doubts.length, 'question')} ${doubts.length === 1 ? 'is' : 'are'} open.`,
    ...describeDoubts(doubts),
    'To import what is proposed:',
    `  ${command}`,
    'To see the faces of each answer first, add --preview --shapes faces.png.',
  ].join('\n');
}

/** A line for the question, and a table of its answers; they are numbered through all questions. */
function describeDoubts(doubts: readonly Doubt[]): string[] {
  let number = 0;
  return doubts.flatMap(({ aspect, title, text, choices }) => {
    const rows = choices.map((choice, n) => [
      `  ${++number}`,
      optionsText(choice),
      String(choice.images),
      String(choice.subjects),
      `${choice.title}${n === 0 ? ' (proposed)' : ''}. ${choice.detail}`,
    ]);
    const table = columns(['  answer', 'option', '>images', '>subjects', ''], rows, Number.POSITIVE_INFINITY);
    // A size is stated once for all images: it is no answer of its own.
    const other = aspect === 'sizes' ? ['  --size ROWSxCOLS resizes all images instead.'] : [];
    return [onOneLine(`${title} ${text}`), table.trimEnd(), ...other];
  });
}

function optionsText({ recipe }: ReadingChoice): string {
  return importOptions({ size: null, recipe }).map(shellWord).join(' ');
}

/** What an import would do; `command` does it without deciding anything. */
export function describePreview(preview: ImportPreview, command: string): string {
  const { layout, layoutTitle, images, subjects, rows, cols, sizes = [], unreadable, names } = preview;
  const shape = rows === null ? 'no image can be read' : `the first has ${rows} rows × ${cols} columns`;
  const decided = decisionsSentence(preview.decisions);
  const lines = [
    `${layoutTitle} (${layout}): ${plural(images, 'image')} of ${plural(subjects, 'subject')}, ${shape}.`,
    ...(sizes.length > 1 ? [`Sizes: ${sizes.map(sizeText).join(', ')}.`] : []),
    ...(names === undefined ? [] : describeNames(names)),
  ];
  if (unreadable !== undefined) {
    lines.push(`${plural(unreadable.count, 'image file')} cannot be read:`);
    lines.push(...unreadable.files.map(({ file, reason }) => onOneLine(`  ${file}: ${reason}`)));
    if (unreadable.count > unreadable.files.length) lines.push('  …');
  }
  if (decided !== '') lines.push(onOneLine(decided));
  lines.push(...describeDoubts(preview.doubts));
  const what = preview.doubts.length > 0 ? 'To import what is proposed' : 'To import this';
  return `${[...lines, `${what}: ${command}`].join('\n')}\n`;
}

function sizeText({ rows, cols, images }: SizeCount): string {
  return `${plural(images, 'image')} of ${rows} × ${cols}`;
}

function describeNames({ pattern, matches, unmatched, subsets }: NamePreview): string[] {
  const attributes = [...new Set(matches.flatMap((match) => Object.keys(match.attributes)))];
  const rows = matches.map((match) => [
    match.file,
    match.subject,
    ...attributes.map((name) => (Object.hasOwn(match.attributes, name) ? match.attributes[name] : '')),
  ]);
  const lines = [`Pattern: ${pattern}`, columns(['file', 'subject', ...attributes], rows).trimEnd()];
  if (unmatched.count > 0) {
    lines.push(`${unmatched.count} image ${unmatched.count === 1 ? 'file does' : 'files do'} not match:`);
    lines.push(...unmatched.files.map((file) => `  ${file}`));
    if (unmatched.count > unmatched.files.length) lines.push('  …');
  }
  return [...lines, ...subsets.map(({ id, title }) => `Subset ${id}: ${title}.`)];
}

// Faces of every answer, as a picture.

/** Some subjects of the source as an answer reads them; the reason if it cannot be read so. */
interface Answer {
  readonly caption: string;
  readonly subjects: readonly SubjectPreview[] | string;
}

/** Pixels of the longer side of a face, between faces, of a line of text, and of the names of subjects. */
const [SIDE, GAP, LINE, NAMES] = [96, 6, 22, 130];
/** Pixels of an average letter of a caption. */
const LETTER = 6.6;
const LONGEST_CAPTION = 140;
const LONGEST_NAME = 18;

/**
 * A PNG of the faces that every answer to every question gives, one block beneath the other; without a question those
 * of the source as it is read. `show` samples subjects; its failures are written into the picture.
 */
export async function facesPicture(
  recipe: ImportRecipe,
  { doubts }: Pick<ImportPreview, 'doubts'>,
  show: (recipe: ImportRecipe, maxSide: number) => Promise<readonly SubjectPreview[]>,
): Promise<Uint8Array> {
  const choices = doubts.flatMap((doubt) => doubt.choices);
  const readings =
    choices.length === 0
      ? [{ caption: 'As it is read', recipe }]
      : choices.map((choice, n) => ({
          caption: `${n + 1}: ${optionsText(choice)} (${choice.title})`,
          recipe: { ...recipe, ...choice.recipe },
        }));
  const answers: Answer[] = [];
  for (const reading of readings) {
    const subjects = await show(reading.recipe, SIDE).catch((error: unknown) => (error as Error).message);
    answers.push({ caption: cut(reading.caption, LONGEST_CAPTION), subjects });
  }
  return pngOf(figureSvg(sheetOf(answers)));
}

function cut(content: string, most: number): string {
  const letters = [...onOneLine(content)];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
}

function sheetOf(answers: readonly Answer[]): Drawing {
  const shapes: Shape[] = [];
  let [width, y] = [0, GAP];
  const write = (x: number, at: number, content: string, bold = false): void => {
    const look = { fill: '#000000', ...(bold && { 'font-weight': 600 as const }) };
    shapes.push(textOf(x, at, [{ text: content }], look));
    width = Math.max(width, x + LETTER * content.length + GAP);
  };
  for (const { caption, subjects } of answers) {
    write(GAP, y + LINE - GAP, caption, true);
    y += LINE;
    if (typeof subjects === 'string') {
      write(GAP, y + LINE - GAP, cut(subjects, LONGEST_CAPTION));
      y += LINE;
    } else {
      for (const { subject, images } of subjects) {
        write(GAP, y + SIDE / 2, cut(subject, LONGEST_NAME));
        images.forEach(({ picture: face }, n) => {
          const x = NAMES + n * (SIDE + GAP);
          width = Math.max(width, x + SIDE + GAP);
          if (face === null) write(x, y + SIDE / 2, 'unreadable');
          else {
            const { rows, cols, pixels } = face;
            const scale = SIDE / Math.max(rows, cols);
            shapes.push(
              image({ x, y, width: scale * cols, height: scale * rows }, { rows, cols, pixels, crisp: false }),
            );
          }
        });
        y += SIDE + GAP;
      }
    }
    y += GAP;
  }
  const paper = rect({ width, height: y, fill: '#ffffff' });
  return picture(width, y, 'Faces of an import', [paper, ...shapes]);
}
