/** Text of a part of the page as the user reads it, and the places where something stands in it. */

/** Matches beyond so many are not marked. */
export const MOST_MATCHES = 2000;

/** Parts the text of blocks: no query holds it. */
const BREAK = '\u0000';

interface Run {
  readonly node: Text;
  /** Where the node's text begins in the text of the whole. */
  readonly start: number;
}

/** The ranges where a query stands below `root`: capitals and kinds of white space make no difference. */
export function findText(root: Element, query: string): Range[] {
  const words = query.trim();
  if (words === '') return [];
  const { text, runs } = readText(root);
  const pattern = new RegExp(escaped(words).replace(/\s+/g, '\\s+'), 'giu');
  const ranges: Range[] = [];
  for (const match of text.matchAll(pattern)) {
    const range = new Range();
    const [from, to] = [placeOf(runs, match.index), placeOf(runs, match.index + match[0].length - 1)];
    range.setStart(from.node, match.index - from.start);
    range.setEnd(to.node, match.index + match[0].length - to.start);
    ranges.push(range);
    if (ranges.length === MOST_MATCHES) break;
  }
  return ranges;
}

/** Visible text in the order of the document; what lies in different blocks is parted. */
function readText(root: Element): { text: string; runs: readonly Run[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const runs: Run[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (parent === null || node.data === '' || !isShown(parent)) continue;
    const parentBlock = blockOf(parent);
    if (parentBlock !== block && text !== '') text += BREAK;
    block = parentBlock;
    runs.push({ node, start: text.length });
    text += node.data;
  }
  return { text, runs };
}

/** What is folded away, and what only assistive technology reads, is not found. */
function isShown(element: Element): boolean {
  if (element.closest('script, style, option, textarea')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

function blockOf(element: Element): Element {
  let block = element;
  while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
  return block;
}

/** The run that a character of the text is in. */
function placeOf(runs: readonly Run[], index: number): Run {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (runs[middle].start <= index) low = middle;
    else high = middle - 1;
  }
  return runs[low];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
