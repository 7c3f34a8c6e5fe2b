/** Any text in single quotes for sh, bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** As `quoted`, but without quotes if no character is special to a shell. */
export function shellWord(word: string): string {
  return /^[\w.,:@%+=/-]+$/.test(word) ? word : quoted(word);
}
