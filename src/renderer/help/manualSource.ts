/** Texts and pictures of the manual, loaded on demand. */
import { manualPages, type ManualPage } from '../../core/manual/manualPages.ts';
import { pageHelpOf, pageHelpSections, pageHelpText } from './pageHelp.ts';
import { sectionsOf, type ManualSection } from '../../core/manual/search.ts';

const texts = import.meta.glob<string>(['../../../docs/**/*.md', '!../../../docs/internals/**'], {
  query: '?raw',
  import: 'default',
});
const images = import.meta.glob<string>('../../../docs/**/*.{png,svg}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Markdown of a page of the manual, or of the help on a page. Throws for an unknown topic. */
export async function manualText(topic: string): Promise<string> {
  if (pageHelpOf(topic)?.topic === topic) return pageHelpText(topic);
  const load = texts[`../../../docs/${topic}.md`];
  if (load === undefined) throw new Error(`The manual has no page "${topic}".`);
  return load();
}

/** URL of a picture on a page; null if there is none. */
export function manualImage(from: string, href: string): string | null {
  return images[`../../../docs${new URL(href, `https://manual/${from}.md`).pathname}`] ?? null;
}

/** Target of a link on a page: a page, with a heading; null: outside the manual. */
export function manualTarget(from: string, href: string): { page: ManualPage; heading: string | null } | null {
  if (/^[a-z]+:/.test(href)) return null;
  const { pathname, hash } = new URL(href, `https://manual/${from}.md`);
  const page = manualPages.find(({ topic }) => pathname === `/${topic}.md`);
  return page === undefined ? null : { page, heading: hash === '' ? null : hash.slice(1) };
}

/** The sections of the help on pages and of the manual, for the search; the first call loads the pages. */
export function manualSections(): Promise<readonly ManualSection[]> {
  sections ??= Promise.all(
    manualPages.map(async ({ topic, title }) => sectionsOf(topic, title, await manualText(topic))),
  ).then((pages) => [...pageHelpSections(), ...pages.flat()]);
  return sections;
}

let sections: Promise<readonly ManualSection[]> | null = null;
