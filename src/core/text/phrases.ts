/** "1 image", "12 images", "10,304 images". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB', { maximumFractionDigits: 0 })} ${count === 1 ? one : many}`;
}

/** The text with equations such as "k = 2" in one line. */
export function withWholeEquations(text: string): string {
  return text.replace(/(?<!\p{L})(\p{L}) = (?=\d)/gu, '$1\u00a0=\u00a0');
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** What exists instead of an unknown name: "there are a, b", or `none`. */
export function available(names: readonly string[], none = 'it has none', some = 'there are'): string {
  return names.length === 0 ? none : `${some} ${names.join(', ')}`;
}

/** A title within a sentence: "verification EER", "TAR at FAR 1%". */
export function uncapitalised(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1);
}

/** The first sentence of a text, and the rest, which may be empty. */
export function firstSentence(text: string): readonly [first: string, rest: string] {
  const end = /[.?!](?=\s+\p{Lu})/u.exec(text);
  return end === null ? [text, ''] : [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()];
}

/** A size in words: "512 bytes", "3.1 MB". Units of 1000. */
export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = count < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${power === 0 ? value : value.toPrecision(3)} ${units[power]}`;
}
