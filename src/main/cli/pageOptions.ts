/** How a LaTeX table is set on paper, as options of a command. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { millimetres } from './parse.ts';
import { lineWidths, pageChoices, type PageOptionsInput } from '../../core/report/pageOptions.ts';

/** What commander makes of them. */
export interface PageFlags {
  readonly width?: PageOptionsInput['width'];
  readonly fit?: PageOptionsInput['fit'];
  readonly notes?: PageOptionsInput['notes'];
  readonly shapes?: PageOptionsInput['shapes'];
  readonly alignment?: PageOptionsInput['alignment'];
  readonly note?: boolean;
}

/** Adds the options to a command. */
export function addPageOptions(command: Command): Command {
  const choice = (flags: string, description: string, of: Exclude<keyof typeof pageChoices, 'width'>): Option =>
    new Option(flags, description).choices(pageChoices[of].map(({ value }) => value));
  return command
    .option(
      '--width <line>',
      'LaTeX: the line that the table fits in, column (84 mm), page (174 mm, default), landscape (234 mm), or e.g. 122mm',
      parseWidth,
    )
    .addOption(choice('--fit <how>', 'LaTeX: remedy for a table that is too wide; auto also transposes it', 'fit'))
    .addOption(
      choice('--notes <which>', 'LaTeX: sentences under the table (default: full; short in a column)', 'notes'),
    )
    .addOption(
      choice('--shapes <where>', 'LaTeX: place of the latent shapes (default: auto; none in a column)', 'shapes'),
    )
    .addOption(choice('--alignment <how>', 'LaTeX: alignment of decimal points', 'alignment'))
    .option('--note', 'LaTeX, Markdown: add the note on the (first) study below the table');
}

/** As the contract takes them. */
export function pageOptionsOf({ width, fit, notes, shapes, alignment, note }: PageFlags): PageOptionsInput {
  return { width, fit, notes, shapes, alignment, note };
}

function parseWidth(text: string): NonNullable<PageOptionsInput['width']> {
  const name = pageChoices.width.find(({ value }) => value === text)?.value;
  if (name) return name;
  const mm = millimetres(text) ?? Number.NaN;
  if (mm >= 60 && mm <= 600) return mm;
  const known = Object.keys(lineWidths).join(', ');
  throw new InvalidArgumentError(`Expected ${known}, or 60mm to 600mm, found "${text}".`);
}
