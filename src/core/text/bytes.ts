/** A size in words: "512 bytes", "3.1 MB". Units of 1000. */
export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = count < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${power === 0 ? value : value.toPrecision(3)} ${units[power]}`;
}
