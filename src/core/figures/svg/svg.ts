/** SVG as text: elements with escaped contents and short numbers. */
import { line } from 'd3-shape';
import { symbolParts } from '../symbols.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element; `children` are markup. Attributes without a value are left out. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escaped(value!)}"`)
    .join('');
  return children === '' ? `<${name}${list}/>` : `<${name}${list}>${children}</${name}>`;
}

/** Text at a place. Words like "q" and "q_c" are set as mathematical symbols. */
export function text(x: number, y: number, content: string, attributes: Attributes = {}): string {
  let raise: number | undefined;
  const markup = symbolParts(content).map(({ text: words, index }) => {
    const dy = raise;
    raise = undefined;
    if (index === null) {
      // Blanks next to a symbol would be lost at the end of its element.
      const kept = escaped(words.replace(/^ | $/g, '\u00a0'));
      return dy === undefined ? kept : element('tspan', { dy }, kept);
    }
    const symbol = element('tspan', { ...SYMBOL, dy }, words);
    if (index === '') return symbol;
    raise = -LOWERED;
    return symbol + element('tspan', { ...SYMBOL, dy: LOWERED, 'font-size': '0.8em' }, index);
  });
  return element('text', { x, y, ...attributes }, markup.join(''));
}

/** A whole picture. */
export function picture(width: number, height: number, description: string, children: string): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${short(width)} ${short(height)}`,
    role: 'img',
    'font-family': SANS,
    'font-size': 12,
  };
  return `${element('svg', attributes, element('title', {}, escaped(description)) + children)}\n`;
}

/** Two decimals at most: hundredths of a pixel cannot be seen. */
export function short(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** "M1,2L3,4": a line through points. */
export function path(points: readonly (readonly [number, number])[]): string {
  return throughPoints(points as [number, number][]) ?? '';
}

const throughPoints = line().digits(2);

/** Controls without a meaning in XML, and two code points that are no characters. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const SANS = "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";
const SERIF = "'STIX Two Text', 'Cambria', 'Times New Roman', 'Liberation Serif', serif";

const SYMBOL = { 'font-style': 'italic', 'font-family': SERIF };
/** How far a lower index stands below the line. */
const LOWERED = 3;

/**
 * Text with the characters escaped that SVG gives a meaning; those that XML forbids are dropped (XML 1.0, section 2.2).
 */
export function escaped(content: string): string {
  return content
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
