/** TrueType fonts: widths, glyphs of characters, and subsets with the glyphs of a text (OpenType 1.9). */
import { concatBytes } from '@noble/hashes/utils.js';

export interface TrueType {
  readonly name: string;
  /** All in 1/1000 of the font size. */
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  /** 0 if the font has no glyph. */
  readonly glyphOf: (character: string) => number;
  readonly widthOf: (glyph: number) => number;
  /** The font with these glyphs under their own numbers; all others are empty. */
  readonly subset: (glyphs: ReadonlySet<number>) => Uint8Array;
}

/** Throws RangeError for a file that is not a TrueType font with a character map (format 4). */
export function readTrueType(name: string, bytes: Uint8Array): TrueType {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + 16 * i;
    const from = view.getUint32(entry + 8);
    tables.set(
      String.fromCharCode(...bytes.subarray(entry, entry + 4)),
      bytes.subarray(from, from + view.getUint32(entry + 12)),
    );
  }
  const table = (tag: string): DataView => {
    const data = tables.get(tag);
    if (!data) throw new RangeError(`The font ${name} has no table "${tag}"`);
    return new DataView(data.buffer, data.byteOffset, data.byteLength);
  };
  const [head, hhea, hmtx, loca] = [table('head'), table('hhea'), table('hmtx'), table('loca')];
  const unit = 1000 / head.getUint16(18);
  const count = table('maxp').getUint16(4);
  const wide = head.getInt16(50) === 1;
  const glyf = tables.get('glyf') ?? new Uint8Array();
  const metrics = hhea.getUint16(34);
  const offset = (glyph: number): number => (wide ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  const outline = (glyph: number): Uint8Array => glyf.subarray(offset(glyph), offset(glyph + 1));
  return {
    name,
    ascent: hhea.getInt16(4) * unit,
    descent: hhea.getInt16(6) * unit,
    box: [36, 38, 40, 42].map((at) => head.getInt16(at) * unit),
    glyphOf: characterMap(table('cmap'), name),
    widthOf: (glyph) => hmtx.getUint16(4 * Math.min(glyph, metrics - 1)) * unit,
    subset(wanted) {
      const glyphs = withParts(wanted, outline);
      const places = new Uint8Array(4 * (count + 1));
      const parts: Uint8Array[] = [];
      let length = 0;
      for (let glyph = 0; glyph < count; glyph++) {
        new DataView(places.buffer).setUint32(4 * glyph, length);
        if (!glyphs.has(glyph)) continue;
        const padded = new Uint8Array(Math.ceil(outline(glyph).length / 4) * 4);
        padded.set(outline(glyph));
        parts.push(padded);
        length += padded.length;
      }
      new DataView(places.buffer).setUint32(4 * count, length);
      const newHead = Uint8Array.from(tables.get('head')!);
      new DataView(newHead.buffer).setInt16(50, 1);
      const kept = ['cvt ', 'fpgm', 'hhea', 'hmtx', 'maxp', 'prep'].flatMap((tag) => {
        const data = tables.get(tag);
        return data ? [[tag, data] as const] : [];
      });
      return fontFile([
        ...kept,
        ['glyf', concatBytes(...parts)] as const,
        ['head', newHead] as const,
        ['loca', places] as const,
      ]);
    },
  };
}

/** Glyphs of characters in the basic multilingual plane, from the table of format 4. */
function characterMap(cmap: DataView, name: string): (character: string) => number {
  const count = cmap.getUint16(2);
  for (let i = 0; i < count; i++) {
    const subtable = cmap.getUint32(4 + 8 * i + 4);
    if (cmap.getUint16(subtable) !== 4) continue;
    const segments = cmap.getUint16(subtable + 6);
    const [ends, starts] = [subtable + 14, subtable + 16 + segments];
    const [deltas, ranges] = [starts + segments, starts + 2 * segments];
    return (character) => {
      const code = character.codePointAt(0)!;
      for (let s = 0; s < segments; s += 2) {
        if (code > cmap.getUint16(ends + s)) continue;
        const start = cmap.getUint16(starts + s);
        if (code < start) return 0;
        const range = cmap.getUint16(ranges + s);
        const glyph = range === 0 ? code : cmap.getUint16(ranges + s + range + 2 * (code - start));
        return glyph === 0 ? 0 : (glyph + cmap.getUint16(deltas + s)) & 0xffff;
      }
      return 0;
    };
  }
  throw new RangeError(`The font ${name} has no table of characters of format 4`);
}

/** Adds the components of composite glyphs, and the glyph for missing characters. */
function withParts(wanted: ReadonlySet<number>, outline: (glyph: number) => Uint8Array): Set<number> {
  const all = new Set([0, ...wanted]);
  for (const glyph of all) {
    const data = outline(glyph);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data.length === 0 || view.getInt16(0) >= 0) continue;
    for (let offset = 10, flags = 0x20; flags & 0x20;) {
      flags = view.getUint16(offset);
      all.add(view.getUint16(offset + 2));
      offset += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    }
  }
  return all;
}

function fontFile(unordered: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const tables = unordered.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory = new Uint8Array(12 + 16 * tables.length);
  const view = new DataView(directory.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * power);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, 16 * (tables.length - power));
  const bodies: Uint8Array[] = [];
  let offset = directory.length;
  tables.forEach(([tag, data], i) => {
    const padded = new Uint8Array(Math.ceil(data.length / 4) * 4);
    padded.set(data);
    const words = new DataView(padded.buffer);
    let sum = 0;
    for (let w = 0; w < padded.length; w += 4) sum = (sum + words.getUint32(w)) >>> 0;
    [...tag].forEach((letter, l) => view.setUint8(12 + 16 * i + l, letter.charCodeAt(0)));
    view.setUint32(16 + 16 * i, sum);
    view.setUint32(20 + 16 * i, offset);
    view.setUint32(24 + 16 * i, data.length);
    bodies.push(padded);
    offset += padded.length;
  });
  return concatBytes(directory, ...bodies);
}
