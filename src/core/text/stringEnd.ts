/** The place behind the string of JSON that begins at `from`, of any length; the end of the text where it has none. */
export function stringEnd(json: string, from: number): number {
  let at = from + 1;
  // A backslash takes the next character along.
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, json.length);
}
