/** Full-text search in the sections of the manual. */
import { anchorsOf } from './manualPages.ts';

/** Text of a paragraph or line of Markdown: links and emphasis without their markup. Code keeps its backquotes. */
export function withoutMarkup(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(^|\W)\*([^*\s][^*]*)\*(?=\W|$)/g, '$1$2')
    .replaceAll(/\\([<|])/g, '$1');
}

/** A heading of a page and the text up to the next heading. */
export interface ManualSection {
  readonly topic: string;
  readonly title: string;
  readonly heading: string;
  /** Anchor of the heading; empty for the page's own title. */
  readonly anchor: string;
  /** Text of the section, including code and tables, on one line. */
  readonly text: string;
}

export interface ManualMatch {
  readonly section: ManualSection;
  /** Text around the first match; empty if only headings match. */
  readonly excerpt: string;
}

/** Approximate length of an excerpt, in characters. */
const EXCERPT = 120;

export const MATCHES_SHOWN = 40;

/** Sections of a page, in order. */
export function sectionsOf(topic: string, title: string, markdown: string): ManualSection[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let code = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) code = !code;
    else if (!code && /^#+ /.test(line)) sections.push({ heading: line.replace(/^#+ /, ''), lines: [] });
    else if (!/^<[!a]|^\|[ :|-]+\|$/.test(line)) sections.at(-1)?.lines.push(line);
  }
  const anchors = anchorsOf(sections.map(({ heading }) => heading));
  return sections.map(({ heading, lines }, index) => ({
    topic,
    title,
    heading: withoutMarkup(heading).replaceAll('`', ''),
    anchor: index === 0 ? '' : anchors[index],
    text: withoutMarkup(lines.join(' ')).replaceAll('`', '').replaceAll('|', ' ').replaceAll(/\s+/g, ' ').trim(),
  }));
}

/**
 * Sections that contain every word of `wanted` in their text, their heading or the title of their page. Matches in the
 * heading rank first, then those in the title, then those of the exact phrase, then by number of occurrences; all of
 * them after matches in the topic `first`.
 */
export function searchManual(sections: readonly ManualSection[], wanted: string, first?: string): ManualMatch[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  const ranked = sections.flatMap((section) => {
    const [heading, title, text] = [section.heading, section.title, section.text].map((part) => part.toLowerCase());
    if (!words.every((word) => heading.includes(word) || title.includes(word) || text.includes(word))) return [];
    const among = (part: string): number => words.filter((word) => part.includes(word)).length;
    const occurrences = words.reduce((sum, word) => sum + text.split(word).length - 1, 0);
    return [
      {
        section,
        rank: [
          Number(section.topic === first),
          among(heading),
          among(title),
          Number(text.includes(phrase)),
          occurrences,
        ],
      },
    ];
  });
  ranked.sort(({ rank: a }, { rank: b }) => {
    const differs = a.findIndex((value, index) => value !== b[index]);
    return differs < 0 ? 0 : b[differs] - a[differs];
  });
  return ranked.map(({ section }) => ({ section, excerpt: excerptOf(section.text, phrase, words) }));
}

/** Number of matches, as the line above the results. */
export function matchCount(matches: number): string {
  if (matches === 0) return 'No matches.';
  if (matches > MATCHES_SHOWN) return `${matches} sections, the best ${MATCHES_SHOWN} of them`;
  return matches === 1 ? '1 section' : `${matches} sections`;
}

/** Whole words around the first occurrence of the phrase, else of any of its words. */
function excerptOf(text: string, phrase: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const whole = lower.indexOf(phrase);
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) return '';
  const place = whole >= 0 ? whole : Math.min(...places);
  const from = place <= EXCERPT / 3 ? 0 : text.indexOf(' ', place - EXCERPT / 3) + 1;
  const end = from + EXCERPT >= text.length ? text.length : text.lastIndexOf(' ', from + EXCERPT);
  const to = end <= place ? Math.min(text.length, from + EXCERPT) : end;
  return `${from > 0 ? '… ' : ''}${text.slice(Math.min(from, place), to)}${to < text.length ? ' …' : ''}`;
}
