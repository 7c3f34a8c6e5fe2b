/** Names of headings in links, as GitHub makes them: `#what-a-file-may-hold`. */

/** The anchor of a heading: lower case, blanks as hyphens, without marks. Equal ones are numbered by `anchorsOf`. */
function anchor(heading: string): string {
  const words = heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}

/** Anchors of the headings of one page, in order; a heading that occurred before gets `-1`, `-2`, … */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const name = anchor(heading);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
}

/** The name of a place that a page marks by `<a id="name">`, as generated pages do; null for any other markup. */
export function markedPlace(markup: string): string | null {
  return /^<a id="([\w-]+)">/.exec(markup)?.[1] ?? null;
}
