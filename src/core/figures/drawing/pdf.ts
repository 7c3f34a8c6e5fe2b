/** Writes a figure as PDF 1.7 (ISO 32000-1): vectors, embedded subsets of fonts, reproducible bytes. */
import { concatBytes } from '@noble/hashes/utils.js';
import { zlibSync } from 'fflate';
import { bytesOf as pixelsOf } from '../../formats/base64.ts';
import type { Segment } from './outline.ts';
import { placed, type Colour, type PlacedShape } from './placedDrawing.ts';
import type { Printed } from './printStyle.ts';
import type { TrueType } from './trueType.ts';

/** Typefaces of a figure, of one family. */
export interface Faces {
  readonly regular: TrueType;
  readonly bold: TrueType;
  /** Symbols: italic, with serifs. */
  readonly symbol: TrueType;
}

type FaceName = keyof Faces;
type Image = Extract<PlacedShape, { kind: 'image' }>;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const number = (value: number): string => String(Number(value.toFixed(3)));

/** Throws RangeError for a character missing from the fonts; the message names it. */
export function figurePdf(printed: Printed, faces: Faces): Uint8Array<ArrayBuffer> {
  const drawing = placed(printed);
  const used: Record<FaceName, Map<number, string>> = { regular: new Map(), bold: new Map(), symbol: new Map() };
  const opacities = new Map<string, string>();
  const images: Image[] = [];
  const { scale } = drawing;
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  const content = [
    `${number(scale)} 0 0 ${number(-scale)} 0 ${number(height)} cm 1 j`,
    ...drawing.shapes.map((shape) => drawn(shape, faces, used, opacities, images)),
  ].join('\n');
  const names = (Object.keys(used) as FaceName[]).filter((name) => used[name].size > 0);
  // Objects: catalogue, pages, page, content, information, then five per font, then the images.
  const fontAt = (i: number): number => 6 + 5 * i;
  const states = [...opacities].map(
    ([key, name]) => `/${name} << /ca ${key.split(' ')[0]} /CA ${key.split(' ')[1]} >>`,
  );
  const fonts = names.map((name, i) => `/${name} ${fontAt(i)} 0 R`);
  const pictures = images.map((_, i) => `/i${i} ${fontAt(names.length) + i} 0 R`);
  const external = images.length === 0 ? '' : `/XObject << ${pictures.join(' ')} >> `;
  const resources = `<< /Font << ${fonts.join(' ')} >> /ExtGState << ${states.join(' ')} >> ${external}>>`;
  const objects: Uint8Array[] = [
    bytesOf('<< /Type /Catalog /Pages 2 0 R >>'),
    bytesOf('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    bytesOf(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] /Resources ${resources} /Contents 4 0 R >>`,
    ),
    stream(bytesOf(content)),
    bytesOf(`<< /Title ${textString(drawing.title)} /Producer (Eigenbench) >>`),
    ...names.flatMap((name, i) => fontObjects(faces[name], used[name], fontAt(i))),
    ...images.map(({ rows, cols, pixels }) =>
      stream(
        pixelsOf(pixels),
        `/Type /XObject /Subtype /Image /Width ${cols} /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 8 `,
      ),
    ),
  ];
  return file(objects);
}

/** Substitutes for characters that text fonts often lack. */
const ALIKE: Readonly<Record<string, string>> = { '◇': '◊', '\u00a0': ' ' };

function drawn(
  shape: PlacedShape,
  faces: Faces,
  used: Record<FaceName, Map<number, string>>,
  opacities: Map<string, string>,
  images: Image[],
): string {
  if (shape.kind === 'clip') {
    const [[x, y], [right, bottom]] = [shape.from, shape.to];
    const inside = shape.shapes.map((one) => drawn(one, faces, used, opacities, images));
    return ['q', `${[x, y, right - x, bottom - y].map(number).join(' ')} re W n`, ...inside, 'Q'].join('\n');
  }
  if (shape.kind === 'image') {
    const [[x, y], [right, bottom]] = [shape.from, shape.to];
    images.push(shape);
    // The first row of an image is at the top of the unit square, where y is 1.
    const matrix = [right - x, 0, 0, y - bottom, x, bottom].map(number).join(' ');
    return `q ${matrix} cm /i${images.length - 1} Do Q`;
  }
  if (shape.kind === 'path') {
    const { fill, stroke, segments } = shape;
    if (!fill && !stroke) return '';
    const key = `${fill?.opacity ?? 1} ${stroke?.opacity ?? 1}`;
    if (key !== '1 1' && !opacities.has(key)) opacities.set(key, `o${opacities.size}`);
    return [
      'q',
      key === '1 1' ? '' : `/${opacities.get(key)} gs`,
      fill ? `${colour(fill.colour)} rg` : '',
      stroke ? `${colour(stroke.colour)} RG ${number(stroke.width)} w [${stroke.dash.map(number).join(' ')}] 0 d` : '',
      segments.map(operator).join(' '),
      fill ? (stroke ? 'B' : 'f') : 'S',
      'Q',
    ]
      .filter((part) => part !== '')
      .join(' ');
  }
  return letters(shape, faces, used);
}

function operator(segment: Segment): string {
  if (segment.kind === 'close') return 'h';
  const target = segment.to.map(number).join(' ');
  if (segment.kind === 'move') return `${target} m`;
  if (segment.kind === 'line') return `${target} l`;
  return `${[...segment.first, ...segment.second].map(number).join(' ')} ${target} c`;
}

function colour(parts: Colour): string {
  return parts.map(number).join(' ');
}

function letters(
  { at, upward, anchor, bold, runs }: Extract<PlacedShape, { kind: 'text' }>,
  faces: Faces,
  used: Record<FaceName, Map<number, string>>,
): string {
  const set = runs.map((run) => {
    const name: FaceName = run.symbol ? 'symbol' : bold ? 'bold' : 'regular';
    const glyphs = [...run.text].map((character) => {
      const glyph = faces[name].glyphOf(character) || faces[name].glyphOf(ALIKE[character] ?? character);
      if (glyph === 0) {
        const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
        throw new RangeError(`The font has no "${character}" (U+${code}) in "${run.text}": save the figure as SVG`);
      }
      used[name].set(glyph, character);
      return glyph;
    });
    const width = glyphs.reduce((sum, glyph) => sum + faces[name].widthOf(glyph), 0) * (run.size / 1000);
    return { ...run, name, glyphs, width };
  });
  const whole = set.reduce((sum, { dx, width }) => sum + dx + width, 0);
  let along = anchor === 'start' ? 0 : anchor === 'end' ? -whole : -whole / 2;
  let down = 0;
  const textObjects = set.map((run) => {
    along += run.dx;
    down += run.dy;
    const [x, y] = upward ? [at[0] + down, at[1] - along] : [at[0] + along, at[1] + down];
    along += run.width;
    // The y axis points down here, so glyphs are flipped.
    const turned = upward ? `0 -1 -1 0` : `1 0 0 -1`;
    const codes = run.glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
    return `BT /${run.name} ${number(run.size)} Tf ${colour(run.colour)} rg ${turned} ${number(x)} ${number(y)} Tm <${codes}> Tj ET`;
  });
  return textObjects.join('\n');
}

/** A composite font whose codes are glyph numbers, with the widths and the subset of the glyphs used. */
function fontObjects(font: TrueType, used: ReadonlyMap<number, string>, at: number): Uint8Array[] {
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const name = `EIGENB+${font.name}`;
  const widths = glyphs.map((glyph) => `${glyph} [${number(font.widthOf(glyph))}]`).join(' ');
  const hex = (value: number): string => value.toString(16).padStart(4, '0');
  const maps: string[] = [];
  for (let from = 0; from < glyphs.length; from += 100) {
    const part = glyphs.slice(from, from + 100);
    const lines = part.map((glyph) => `<${hex(glyph)}> <${hex(used.get(glyph)!.charCodeAt(0))}>`);
    maps.push(`${part.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  const unicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n${maps.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`;
  const data = font.subset(new Set(glyphs));
  const italic = font.name.includes('Italic') ? -12 : 0;
  return [
    bytesOf(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${at + 1} 0 R] /ToUnicode ${at + 4} 0 R >>`,
    ),
    bytesOf(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${at + 2} 0 R /CIDToGIDMap /Identity /DW 0 /W [${widths}] >>`,
    ),
    bytesOf(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.map(number).join(' ')}] /ItalicAngle ${italic} /Ascent ${number(font.ascent)} /Descent ${number(font.descent)} /CapHeight ${number(font.ascent)} /StemV 80 /FontFile2 ${at + 3} 0 R >>`,
    ),
    stream(data, `/Length1 ${data.length} `),
    stream(bytesOf(unicode)),
  ];
}

function stream(data: Uint8Array, entries = ''): Uint8Array {
  const packed = zlibSync(data, { level: 9 });
  return concatBytes(
    bytesOf(`<< ${entries}/Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    bytesOf('\nendstream'),
  );
}

/** UTF-16 with a byte order mark. */
function textString(text: string): string {
  const codes = [...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
  return `<feff${codes.join('')}>`;
}

function file(objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [Uint8Array.of(...bytesOf('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)];
  let offset = parts[0].length;
  const places = objects.map((object, i) => {
    const place = offset;
    const whole = concatBytes(bytesOf(`${i + 1} 0 obj\n`), object, bytesOf('\nendobj\n'));
    parts.push(whole);
    offset += whole.length;
    return place;
  });
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    bytesOf(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return concatBytes(...parts);
}
