/** What the page of the search does: reads the words from the address and shows the sections that have them. */
import { searchManual, type ManualSection } from '../../src/core/manual/search.ts';

declare global {
  /** Set by manual-sections.js. */
  var manualSections: readonly ManualSection[];
}

const wanted = new URLSearchParams(location.search).get('q') ?? '';
const matches = searchManual(globalThis.manualSections, wanted);
document.querySelector<HTMLInputElement>('main input')!.value = wanted;

const status = document.getElementById('status')!;
if (wanted.trim() !== '') {
  if (matches.length === 0) status.textContent = 'No matches.';
  else status.textContent = matches.length === 1 ? '1 section' : `${matches.length} sections`;
}

document.getElementById('matches')!.replaceChildren(
  ...matches.map(({ section: { topic, title, heading, anchor }, excerpt }) => {
    const link = document.createElement('a');
    link.href = `${topic}.html${anchor === '' ? '' : `#${anchor}`}`;
    link.textContent = heading;
    const item = document.createElement('li');
    const text = document.createElement('p');
    text.textContent = [heading === title ? '' : title, excerpt].filter(Boolean).join(': ');
    item.append(link, text);
    return item;
  }),
);
