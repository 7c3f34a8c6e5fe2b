/** Writes a figure as a TikZ picture in the fonts of the document, for inclusion with \input. */
import { latexText } from './text.ts';
import type { Segment } from '../../figures/drawing/outline.ts';
import {
  placed,
  type Colour,
  type Ink,
  type PlacedDrawing,
  type PlacedRun,
  type PlacedShape,
} from '../../figures/drawing/placedDrawing.ts';
import type { Printed } from '../../figures/drawing/printStyle.ts';

const ANCHORS = { start: 'base west', middle: 'base', end: 'base east' } as const;

const number = (value: number): string => String(Number(value.toFixed(2)));

/**
 * One `tikzpicture` with the width of the drawing on paper and an explicit bounding box. Needs only the package tikz.
 */
export function figureTikz(printed: Printed): string {
  const drawing = placed(printed);
  const { scale, width, height, title } = drawing;
  const place = ([x, y]: readonly [number, number]): string => `(${number(x * scale)},${number((height - y) * scale)})`;
  const draw = (shape: PlacedShape): string[] => {
    if (shape.kind === 'clip') {
      const box = `\\clip ${place(shape.from)} rectangle ${place(shape.to)};`;
      return ['\\begin{scope}', box, ...shape.shapes.flatMap(draw), '\\end{scope}'];
    }
    if (shape.kind === 'image')
      throw new RangeError('A figure with images can be saved as SVG, PNG and PDF, not as TikZ');
    if (shape.kind === 'text') return [node(shape, drawing, place)];
    const { fill, stroke, segments } = shape;
    if (!fill && !stroke) return [];
    const options = [
      ...(fill ? [`fill=${colour(fill)}`, ...opacity('fill', fill)] : []),
      ...(stroke
        ? [`draw=${colour(stroke)}`, ...opacity('draw', stroke), `line width=${number(stroke.width * scale)}bp`]
        : []),
      ...(stroke && stroke.dash.length > 0 ? [dashes(stroke.dash.map((length) => length * scale))] : []),
    ];
    return [`\\path[${options.join(', ')}] ${segments.map((segment) => step(segment, place)).join(' ')};`];
  };
  return [
    `% ${title.replace(/\s+/g, ' ')}`,
    '% \\usepackage{tikz}',
    '\\begin{tikzpicture}[x=1bp, y=1bp, line join=round]',
    `\\useasboundingbox (0,0) rectangle (${number(width * scale)},${number(height * scale)});`,
    ...drawing.shapes.flatMap(draw),
    '\\end{tikzpicture}%',
    '',
  ].join('\n');
}

/** Colours are given by their components, without names that a package could redefine. */
function colour({ colour: parts }: { readonly colour: Colour }): string {
  return `{rgb,255:${(['red', 'green', 'blue'] as const).map((name, i) => `${name},${Math.round(parts[i] * 255)}`).join(';')}}`;
}

function opacity(of: 'fill' | 'draw', { opacity: share }: Ink): string[] {
  return share === 1 ? [] : [`${of} opacity=${number(share)}`];
}

function dashes(lengths: readonly number[]): string {
  const even = lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths];
  return `dash pattern=${even.map((length, i) => `${i % 2 === 0 ? 'on' : 'off'} ${number(length)}bp`).join(' ')}`;
}

function step(segment: Segment, place: (point: readonly [number, number]) => string): string {
  if (segment.kind === 'close') return '-- cycle';
  if (segment.kind === 'move') return place(segment.to);
  if (segment.kind === 'line') return `-- ${place(segment.to)}`;
  return `.. controls ${place(segment.first)} and ${place(segment.second)} .. ${place(segment.to)}`;
}

function node(
  { at, upward, anchor, bold, runs }: Extract<PlacedShape, { kind: 'text' }>,
  { scale, family }: PlacedDrawing,
  place: (point: readonly [number, number]) => string,
): string {
  const size = runs[0].size * scale;
  const font = `\\fontsize{${number(size)}bp}{${number(1.2 * size)}bp}\\selectfont${family === 'serif' ? '\\rmfamily' : '\\sffamily'}${bold ? '\\bfseries' : ''}`;
  const options = [`anchor=${ANCHORS[anchor]}`, 'inner sep=0pt', ...(upward ? ['rotate=90'] : []), `font=${font}`];
  const words = runs.map((run, i) => runText(run, runs[i - 1], runs[i + 1], scale)).join('');
  return `\\node[${options.join(', ')}, text=${colour(runs[0])}] at ${place(at)} {${words}};`;
}

/** A symbol and its subscript are set in math mode. */
function runText(run: PlacedRun, before: PlacedRun | undefined, after: PlacedRun | undefined, scale: number): string {
  const isIndex = (one: PlacedRun | undefined): boolean => one !== undefined && one.symbol && one.dy > 0;
  if (isIndex(run) && before) return '';
  if (run.symbol) return `$${run.text}${isIndex(after) ? `_{${after!.text}}` : ''}$`;
  const words = latexText(run.text.replaceAll('\u00a0', ' ')).replace(/^ | $|  /g, '~');
  const gap = run.dx === 0 ? '' : `\\hspace{${number(run.dx * scale)}bp}`;
  const inked = before && before.colour.join() !== run.colour.join();
  return gap + (inked ? `\\textcolor[rgb]{${run.colour.map(number).join(',')}}{${words}}` : words);
}
