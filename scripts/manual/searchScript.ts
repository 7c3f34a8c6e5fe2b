/** Script of the search page: reads the words from the address and shows the sections that contain them. */
import { matchCount, MATCHES_SHOWN, searchManual, type ManualSection } from '../../src/core/manual/search.ts';

declare global {
  /** Set by manual-sections.js. */
  var manualSections: readonly ManualSection[];
}

const wanted = new URLSearchParams(location.search).get('q') ?? '';
const matches = searchManual(globalThis.manualSections, wanted);
document.querySelector<HTMLInputElement>('main input')!.value = wanted;

const status = document.getElementById('status')!;
if (wanted.trim() !== '') status.textContent = matchCount(matches.length);

document.getElementById('matches')!.replaceChildren(
  ...matches.slice(0, MATCHES_SHOWN).map(({ section: { topic, title, heading, anchor }, excerpt }) => {
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
