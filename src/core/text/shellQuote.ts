/** Text as shells take it. */

/** In single quotes, as sh, bash and zsh read it, whatever it holds. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, bare where nothing in it means anything to a shell. */
export function shellWord(word: string): string {
  return /^[\w.,:@%+=/-]+$/.test(word) ? word : quoted(word);
}
