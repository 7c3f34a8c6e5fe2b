/** The contents of the manual: docs/README.md includes the internals, the first of the static pages does not. */
import type { ManualPart } from '../../src/core/manual/manualPages.ts';

export function indexPage(listed: readonly ManualPart[]): string {
  const parts = listed.flatMap(({ title, about, pages }) => [
    `## ${title}`,
    about,
    pages.map((page) => `- [${page.title}](${page.topic}.md): ${page.about}`).join('\n'),
  ]);
  return `${[
    '# Manual',
    '<!-- Written by `npm run docs:reference` from src/core/manual/manualPages.ts. -->',
    'The application shows these pages and searches them (F1, or *Settings → Manual*; on the desktop also *Help → Manual*).' +
      ' `eigenbench help <topic>` prints one in a terminal. `npm run manual` writes them as static pages, with a search,' +
      ' into `out/manual`.',
    ...parts,
    '[Contributing](../CONTRIBUTING.md) says how to work on the program; the [changelog](../CHANGELOG.md) lists its features.',
  ].join('\n\n')}\n`;
}
