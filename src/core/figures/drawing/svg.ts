/** Writes a drawing as SVG 2. */
import { bytesOf } from '../../formats/base64.ts';
import { sha256Hex } from '../../hash.ts';
import { greyPngAddress } from '../../formats/pictures/greyPng.ts';
import type { Drawing, Look, Mark, MarkerShape, Shape, TextRun, TextShape } from './drawing.ts';
import { boxPath, outlinePath } from './outline.ts';
import { asOnScreen, FAMILIES, type Printed } from './printStyle.ts';

/** The drawing as on screen. */
export function figureSvg(drawing: Drawing): string {
  return printedSvg(asOnScreen(drawing));
}

export function printedSvg(printed: Printed): string {
  const { drawing, paper, letters } = printed;
  const { width, height } = drawing;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: paper ? `${paper.width}mm` : width,
    height: paper ? `${paper.height}mm` : height,
    viewBox: paper ? `${paper.left.toFixed(2)} 0 ${paper.units.toFixed(4)} ${height}` : `0 0 ${width} ${height}`,
    role: 'img',
    'font-family': FAMILIES[letters],
    'font-size': 12,
  };
  const defined = repeatedMarkers(drawing.shapes);
  const page = { ...printed, repeated: new Map([...defined].map(([name, marker]) => [lookOf(marker), name])) };
  const shapes = drawing.shapes.map((shape) => written(shape, page)).join(drawing.lined ? '\n' : '');
  const definitions = [...defined].map(([id, marker]) => element('path', { id, ...drawn(marker) })).join('');
  const before = element('title', {}, escaped(drawing.title)) + (definitions && element('defs', {}, definitions));
  return `${element('svg', attributes, before + shapes)}\n`;
}

/** Input of the writer. `repeated`: ids of the markers that are defined once and then referenced. */
interface Page extends Printed {
  readonly repeated: ReadonlyMap<string, string>;
}

/** Minimum number of equal markers to define them once: halves the bytes of a figure with 2,400 points. */
const REPEATED = 10;

/** Markers to define, by id: the first of each style. */
function repeatedMarkers(shapes: readonly Shape[]): Map<string, MarkerShape> {
  const often = [...Map.groupBy(markersOf(shapes), lookOf)].filter(([, same]) => same.length >= REPEATED);
  // Ids are hashes of the style: figures in the same page may define the same marker.
  return new Map(often.map(([look, [first]]) => [`m${sha256Hex(look).slice(0, 8)}`, first]));
}

function markersOf(shapes: readonly Shape[]): MarkerShape[] {
  return shapes.flatMap((shape) => {
    if (shape.kind === 'marker') return [shape];
    return shape.kind === 'group' || shape.kind === 'clip' ? markersOf(shape.shapes) : [];
  });
}

const lookOf = (marker: MarkerShape): string => element('path', drawn(marker));

/** A marker around the origin. */
const drawn = (marker: MarkerShape, place = ''): Attributes => ({
  d: outlinePath(marker.outline),
  transform: `${place}scale(${marker.size})`,
  ...looked(marker),
});

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** `children` is markup. Attributes without a value are omitted. */
function element(name: string, attributes: Attributes, children = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  return children === '' ? `<${name}${list}/>` : `<${name}${list}>${children}</${name}>`;
}

function written(shape: Shape, printed: Page): string {
  switch (shape.kind) {
    case 'group': {
      const inside = shape.shapes.map((one) => written(one, printed)).join('');
      return element('g', { transform: `translate(0 ${shape.down})` }, inside);
    }
    case 'clip': {
      // A nested svg element clips its content without an id that could collide.
      const { x, y, width, height, shapes } = shape;
      const size = { width: Number(width.toFixed(2)), height: Number(height.toFixed(2)) };
      const box = { ...size, x, y, viewBox: `${x} ${y} ${width} ${height}` };
      return element('svg', box, shapes.map((one) => written(one, printed)).join(''));
    }
    case 'rect': {
      const { x, y, width, height } = shape;
      return element('rect', { ...marked(shape), x, y, width, height, ...looked(shape) });
    }
    case 'circle': {
      const { cx, cy, r, title } = shape;
      const says = title === undefined ? '' : element('title', {}, escaped(title));
      return element('circle', { ...marked(shape), cx, cy, r, ...looked(shape) }, says);
    }
    case 'line': {
      const { from, to } = shape;
      return element('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...looked(shape) });
    }
    case 'path': {
      const { lines, closed } = shape;
      const d = lines.map((line) => `M${line.map((point) => point.join(',')).join('L')}${closed ? 'Z' : ''}`).join('');
      // Keeps the attribute order of existing files.
      if (shape.part === 'group') return element('path', { d, ...marked(shape), ...looked(shape) });
      return element('path', { ...marked(shape), d, ...looked(shape) });
    }
    case 'boxes':
      return element('path', { ...marked(shape), d: shape.boxes.map(boxPath).join(''), ...looked(shape) });
    case 'marker': {
      const [x, y] = shape.at;
      const name = printed.repeated.size > 0 ? printed.repeated.get(lookOf(shape)) : undefined;
      if (name) return element('use', { ...marked(shape), href: `#${name}`, x: x.toFixed(2), y: y.toFixed(2) });
      return element('path', { ...marked(shape), ...drawn(shape, `translate(${x.toFixed(2)} ${y.toFixed(2)}) `) });
    }
    case 'image': {
      const { x, y, width, height, rows, cols, pixels, crisp } = shape;
      return element('image', {
        ...{ x, y, width, height, preserveAspectRatio: 'none' },
        style: crisp ? 'image-rendering:pixelated' : undefined,
        href: greyPngAddress(rows, cols, bytesOf(pixels)),
      });
    }
    case 'text':
      return writtenText(shape, printed);
  }
}

function marked({ part, series, cell }: Mark): Attributes {
  return { class: part, 'data-series': series, 'data-row': cell?.[0], 'data-column': cell?.[1] };
}

function looked(look: Look): Attributes {
  const { 'stroke-dasharray': dash = [] } = look;
  return {
    fill: look.fill,
    stroke: look.stroke,
    'fill-opacity': look['fill-opacity'],
    'stroke-opacity': look['stroke-opacity'],
    'stroke-width': look['stroke-width'],
    'stroke-linejoin': look['stroke-linejoin'],
    'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
    'shape-rendering': look['shape-rendering'],
  };
}

function writtenText(shape: TextShape, printed: Printed): string {
  const { at, runs, upward } = shape;
  const [x, y] = at;
  const place = upward === 'after' ? { x: 0, y: 0 } : { x: Number(x.toFixed(2)), y: Number(y.toFixed(2)) };
  const turn = { about: `rotate(-90 ${x} ${y})`, after: `translate(${x} ${y}) rotate(-90)` };
  const attributes = {
    ...(shape.part === 'legend' ? { ...marked(shape), ...place } : { ...place, ...marked(shape) }),
    fill: shape.fill,
    'font-weight': shape['font-weight'],
    'text-anchor': shape['text-anchor'],
    'font-size': shape['font-size'] === undefined ? undefined : printed.sizeOf(shape),
    transform: upward && turn[upward],
  };
  return element('text', attributes, runs.map((run) => writtenRun(shape, run, printed)).join(''));
}

const SYMBOLS = "'STIX Two Text', 'Cambria', 'Times New Roman', 'Liberation Serif', serif";

function writtenRun(shape: TextShape, run: TextRun, { paper, sizeOf }: Printed): string {
  const { text, symbol, dx, dy, fill } = run;
  const attributes: Attributes = {
    ...(symbol && { 'font-style': 'italic', 'font-family': SYMBOLS }),
    dx,
    dy,
    'font-size': symbol === 'index' ? (paper ? sizeOf(shape, run) : '0.8em') : undefined,
    fill,
  };
  const plain = Object.values(attributes).every((value) => value === undefined);
  return plain ? escaped(text) : element('tspan', attributes, escaped(text));
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
