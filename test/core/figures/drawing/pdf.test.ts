/** Figures in PDF, taken apart: every letter comes from a font that the file brings along. */
import { unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { figurePageSchema } from '../../../../src/core/figures/figurePage.ts';
import { printed } from '../../../../src/core/figures/drawing/printStyle.ts';
import { sheetOf } from '../../../../src/core/figures/drawingArea.ts';
import { figurePdf } from '../../../../src/core/figures/drawing/pdf.ts';
import { figureFaces } from '../../../../src/main/export/figureFile.ts';
import { sampleFigures } from '../../../support/sampleFigures.ts';

interface PdfObject {
  readonly head: string;
  /** Unpacked; null: none. */
  readonly stream: Uint8Array | null;
}

/** Objects by number, found by the table at the end of the file. */
function objectsOf(bytes: Uint8Array): Map<number, PdfObject> {
  const text = Buffer.from(bytes).toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(table))!;
  const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(Number(count) - 1);
  return new Map(
    places.map((place, i): [number, PdfObject] => {
      const opening = `${i + 1} 0 obj\n`;
      expect(text.slice(place, place + opening.length)).toBe(opening);
      const from = place + opening.length;
      const stream = /^([^\n]*\/Length (\d+)[^\n]*)\nstream\n/.exec(text.slice(from, from + 2000));
      if (!stream) return [i + 1, { head: text.slice(from, text.indexOf('\nendobj', from)), stream: null }];
      const [opened, head, length] = stream;
      const begin = from + opened.length;
      return [i + 1, { head, stream: unzlibSync(bytes.slice(begin, begin + Number(length))) }];
    }),
  );
}

describe.each(sampleFigures)('%s in PDF', (_, draw) => {
  it.each(['sans', 'serif'] as const)('brings every glyph of its text along, in %s', (family) => {
    const page = figurePageSchema.parse({ width: 'column', family });
    const objects = objectsOf(figurePdf(printed(draw(sheetOf(page)), page), figureFaces(family)));
    const at = (head: string, name: string): PdfObject => {
      const [, number] = new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(head)!;
      return objects.get(Number(number))!;
    };
    const leaf = [...objects.values()].find(({ head }) => head.includes('/Type /Page '))!;
    const [, fonts] = /\/Font << (.*?) >>/.exec(leaf.head)!;
    const names = [...fonts.matchAll(/\/(\w+) \d+ 0 R/g)].map(([, name]) => name);
    const content = Buffer.from(at(leaf.head, 'Contents').stream!).toString('latin1');
    const runs = [...content.matchAll(/BT \/(\w+) [^<]*<([0-9a-f]*)> Tj ET/g)];
    expect(runs.length).toBeGreaterThan(4);
    expect([...new Set(runs.map(([, name]) => name))].sort()).toEqual([...names].sort());
    for (const name of names) {
      const font = at(fonts, name);
      const descendant = at(font.head, 'DescendantFonts');
      const outline = glyphLengths(at(at(descendant.head, 'FontDescriptor').head, 'FontFile2').stream!);
      const letters = lettersOf(at(font.head, 'ToUnicode').stream!);
      const used = runs.filter(([, of]) => of === name).flatMap(([, , codes]) => codes.match(/.{4}/g) ?? []);
      for (const code of new Set(used)) {
        expect(descendant.head).toMatch(new RegExp(`[[ ]${parseInt(code, 16)} \\[[\\d.]+\\]`));
        expect(letters.has(code), `the letter of glyph ${code}`).toBe(true);
        // A blank has a width and no outline.
        if (letters.get(code) !== ' ') expect(outline(parseInt(code, 16)), letters.get(code)).toBeGreaterThan(0);
      }
    }
  });
});

/** Bytes of the outline of each glyph of a TrueType font, by its tables head and loca. */
function glyphLengths(file: Uint8Array): (glyph: number) => number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  expect(view.getUint32(0)).toBe(0x00010000);
  const table = (tag: string): number => {
    for (let t = 0; t < view.getUint16(4); t++) {
      const at = 12 + 16 * t;
      if (String.fromCharCode(...file.subarray(at, at + 4)) === tag) return view.getUint32(at + 8);
    }
    throw new Error(`The font has no table ${tag}.`);
  };
  const [loca, long] = [table('loca'), view.getInt16(table('head') + 50) === 1];
  const offset = (glyph: number): number =>
    long ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph);
  return (glyph) => offset(glyph + 1) - offset(glyph);
}

/** What each glyph stands for, by its code. */
function lettersOf(map: Uint8Array): Map<string, string> {
  const lines = Buffer.from(map)
    .toString('latin1')
    .matchAll(/^<([0-9a-f]{4})> <([0-9a-f]{4})>$/gm);
  return new Map(
    [...lines].map(([, code, letter]) => [code, String.fromCharCode(parseInt(letter, 16)).replace('\u00a0', ' ')]),
  );
}
