/** How a figure is set on paper, as options of a command. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { figurePageChoices, figurePageSchema, type FigurePageInput } from '../../core/figures/page/figurePage.ts';
import { millimetres } from './parse.ts';

/** What commander makes of them. */
export interface FigurePageFlags {
  readonly width?: FigurePageInput['width'];
  readonly fontSize?: number;
  readonly family?: FigurePageInput['family'];
  readonly legend?: FigurePageInput['legend'];
  readonly values?: FigurePageInput['values'];
  readonly yRange?: FigurePageInput['yRange'];
}

/** Adds the options to a command. */
export function addFigurePageOptions(command: Command): Command {
  const choices = (of: 'family' | 'legend' | 'values'): string[] => figurePageChoices[of].map(({ value }) => value);
  return command
    .option('--width <width>', 'width on paper: column (84 mm), page (174 mm), or e.g. 122mm', parseWidth)
    .option('--font-size <points>', 'size of the text on paper, 7 to 14 (default: 8)', parsed('fontSize'))
    .addOption(new Option('--family <family>', 'of the letters').choices(choices('family')))
    .addOption(new Option('--legend <place>', 'place of the names of lines').choices(choices('legend')))
    .addOption(
      new Option('--values <when>', 'whether best values follow the names of lines').choices(choices('values')),
    )
    .option('--y-range <from,to>', 'ends of the vertical axis of curves, e.g. 0,30', parseRange);
}

/** As the contract takes them. */
export function figurePageOf({ width, fontSize, family, legend, values, yRange }: FigurePageFlags): FigurePageInput {
  return { width, fontSize, family, legend, values, yRange };
}

function parsed(field: 'fontSize'): (text: string) => number {
  return (text) => {
    const found = figurePageSchema.shape[field].safeParse(text.trim() === '' ? Number.NaN : Number(text));
    if (found.success) return found.data;
    throw new InvalidArgumentError(`Expected points from 7 to 14, found "${text}".`);
  };
}

function parseWidth(text: string): NonNullable<FigurePageInput['width']> {
  const found = figurePageSchema.shape.width.safeParse(millimetres(text) ?? text);
  if (found.success) return found.data;
  const known = figurePageChoices.width.map(({ value }) => value).join(', ');
  throw new InvalidArgumentError(`Expected ${known}, or 60mm to 420mm, found "${text}".`);
}

function parseRange(text: string): [number, number] {
  const ends = text.split(',').map((end) => (end.trim() === '' ? Number.NaN : Number(end)));
  if (ends.length === 2 && ends.every(Number.isFinite) && ends[0] < ends[1]) return [ends[0], ends[1]];
  throw new InvalidArgumentError(`Expected two numbers, the lower one first, e.g. 0,30, found "${text}".`);
}
