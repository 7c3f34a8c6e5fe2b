/** Reads the SVG that our painters write; what it does not know it refuses, so that nothing is lost. */
import { bytesOf } from '../../formats/base64.ts';
import { greyPixels } from '../../formats/greyPng.ts';
import { MM } from '../page/sheet.ts';
import type { Colour, Drawing, Ink, Line, Point, Segment, Shape, TextRun } from './drawing.ts';
import { pathSegments } from './pathData.ts';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Node | string)[];
}

/** Throws RangeError for an element, a colour or a transform that our painters do not use. */
export function readSvg(svg: string): Drawing {
  const root = parsed(svg);
  const { attributes } = root;
  const [left, top, width, height] = attributes.viewBox.split(' ').map(Number);
  const mm = /^([\d.]+)mm$/.exec(attributes.width);
  const title = root.children.find((child): child is Node => typeof child !== 'string' && child.name === 'title');
  return {
    title: String(title?.children[0] ?? ''),
    width,
    height,
    // A pixel of the screen is 0.75 points.
    scale: mm ? (Number(mm[1]) * MM) / width : 0.75,
    family: attributes['font-family']?.includes('Times') ? 'serif' : 'sans',
    shapes: shapesOf(root.children, { x: -left, y: -top, scale: 1 }),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]);
}

function parsed(svg: string): Node {
  const top: Node = { name: '', attributes: {}, children: [] };
  const open = [top];
  for (const [token, close, name, list, empty] of svg.matchAll(/<(\/)?(\w+)((?: [\w:-]+="[^"]*")*)(\/)?>|[^<]+/g)) {
    if (close) open.pop();
    else if (name === undefined) open.at(-1)!.children.push(unescaped(token));
    else {
      const attributes = Object.fromEntries(
        [...list.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescaped(value)]),
      );
      const node: Node = { name, attributes, children: [] };
      open.at(-1)!.children.push(node);
      if (!empty) open.push(node);
    }
  }
  const root = top.children[0];
  if (typeof root === 'string' || root?.name !== 'svg' || open.length !== 1)
    throw new RangeError('Not a picture of ours');
  return root;
}

/** Scaled about the origin, then moved. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

function shapesOf(nodes: readonly (Node | string)[], frame: Frame): Shape[] {
  return nodes.flatMap((node): Shape[] => {
    if (typeof node === 'string' || node.name === 'title') return [];
    const { attributes: own, children } = node;
    const number = (name: string): number => Number(own[name] ?? 0);
    if (node.name === 'text') return [textShape(node, frame)];
    const inner = own.transform === undefined ? frame : moved(frame, own.transform);
    const at = ([x, y]: Point): Point => [inner.x + inner.scale * x, inner.y + inner.scale * y];
    switch (node.name) {
      case 'g':
        return shapesOf(children, inner);
      case 'svg': {
        const [left, top, width, height] = own.viewBox.split(' ').map(Number);
        const from = at([number('x'), number('y')]);
        const shapes = shapesOf(children, {
          x: from[0] - inner.scale * left,
          y: from[1] - inner.scale * top,
          scale: inner.scale,
        });
        return [{ kind: 'clip', from, to: [from[0] + inner.scale * width, from[1] + inner.scale * height], shapes }];
      }
      case 'path':
        return [painted(pathSegments(own.d), own, inner, at)];
      case 'line':
        return [painted(pathSegments(`M${own.x1} ${own.y1}L${own.x2} ${own.y2}`), own, inner, at)];
      case 'rect': {
        const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
        return [painted(pathSegments(`M${x} ${y}h${width}v${height}h${-width}z`), own, inner, at)];
      }
      case 'image': {
        const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
        return [{ kind: 'image', from: at([x, y]), to: at([x + width, y + height]), ...imagePixels(own.href ?? '') }];
      }
      case 'circle': {
        const [x, y, r] = [number('cx'), number('cy'), number('r')];
        return [
          painted(
            pathSegments(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`),
            own,
            inner,
            at,
          ),
        ];
      }
      default:
        throw new RangeError(`A figure with the element "${node.name}" can be saved as SVG and PNG only`);
    }
  });
}

function imagePixels(href: string): ReturnType<typeof greyPixels> {
  const [, base64] = /^data:image\/png;base64,([\w+/=]+)$/.exec(href) ?? [];
  if (base64 === undefined) throw new RangeError('A figure has an image that is no PNG within it');
  return greyPixels(bytesOf(base64));
}

function moved(frame: Frame, transform: string): Frame {
  const known = /^translate\((-?[\d.]+)[ ,](-?[\d.]+)\)(?: scale\(([\d.]+)\))?$/.exec(transform);
  if (!known) throw new RangeError(`A figure has the transform "${transform}"`);
  const [, x, y, scale = '1'] = known;
  return {
    x: frame.x + frame.scale * Number(x),
    y: frame.y + frame.scale * Number(y),
    scale: frame.scale * Number(scale),
  };
}

function painted(
  segments: readonly Segment[],
  own: Node['attributes'],
  { scale }: Frame,
  at: (point: Point) => Point,
): Shape {
  const fill = own.fill === 'none' ? null : ink(own.fill ?? '#000000', own['fill-opacity']);
  const stroke: Line | null =
    own.stroke === undefined || own.stroke === 'none'
      ? null
      : {
          ...ink(own.stroke, own['stroke-opacity']),
          width: scale * Number(own['stroke-width'] ?? 1),
          dash: own['stroke-dasharray']?.split(/[ ,]+/).map((length) => scale * Number(length)) ?? [],
        };
  const placed = segments.map((segment): Segment => {
    if (segment.kind === 'close') return segment;
    if (segment.kind !== 'curve') return { ...segment, to: at(segment.to) };
    return { kind: 'curve', first: at(segment.first), second: at(segment.second), to: at(segment.to) };
  });
  // Open lines have no inside to fill.
  const line = segments.length === 2 && segments[1].kind === 'line';
  return { kind: 'path', segments: placed, fill: line ? null : fill, stroke };
}

function ink(text: string, opacity = '1'): Ink {
  return { colour: colourOf(text), opacity: Number(opacity) };
}

function colourOf(text: string): Colour {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (hex) return [1, 2, 3].map((i) => parseInt(hex[i], 16) / 255) as unknown as Colour;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  if (short) return [1, 2, 3].map((i) => parseInt(short[i], 16) / 15) as unknown as Colour;
  const rgb = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(text);
  if (rgb) return [1, 2, 3].map((i) => Number(rgb[i]) / 255) as unknown as Colour;
  throw new RangeError(`A figure has the colour "${text}"`);
}

const ANCHORS = ['start', 'middle', 'end'] as const;

function textShape({ attributes: own, children }: Node, frame: Frame): Shape {
  let [x, y, upward] = [Number(own.x ?? 0), Number(own.y ?? 0), false];
  if (own.transform !== undefined) {
    const about = /^rotate\(-90 (-?[\d.]+) (-?[\d.]+)\)$/.exec(own.transform);
    const after = /^translate\((-?[\d.]+)[ ,](-?[\d.]+)\) rotate\(-90\)$/.exec(own.transform);
    const turned = about ?? after;
    if (!turned) throw new RangeError(`A figure has a text with the transform "${own.transform}"`);
    [x, y, upward] = [Number(turned[1]), Number(turned[2]), true];
  }
  const size = Number(own['font-size'] ?? 12);
  const runs: TextRun[] = [];
  const collect = (nodes: readonly (Node | string)[], parent: Omit<TextRun, 'text'>): void => {
    for (const node of nodes) {
      if (typeof node === 'string') {
        runs.push({ ...parent, text: node });
        parent = { ...parent, dx: 0, dy: 0 };
        continue;
      }
      const { dx, dy, fill, ...rest } = node.attributes;
      const own = rest['font-size'];
      collect(node.children, {
        size:
          own === undefined ? parent.size : own.endsWith('em') ? parent.size * Number(own.slice(0, -2)) : Number(own),
        symbol: parent.symbol || rest['font-style'] === 'italic',
        dx: Number(dx ?? 0),
        dy: Number(dy ?? 0),
        colour: fill === undefined ? parent.colour : colourOf(fill),
      });
    }
  };
  collect(children, { size, symbol: false, dx: 0, dy: 0, colour: colourOf(own.fill ?? '#000000') });
  return {
    kind: 'text',
    at: [frame.x + frame.scale * x, frame.y + frame.scale * y],
    upward,
    anchor: ANCHORS.find((anchor) => anchor === own['text-anchor']) ?? 'start',
    bold: own['font-weight'] === '600',
    runs,
  };
}
