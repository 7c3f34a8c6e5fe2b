/** A name for attached vectors from that of a file, as far as names of vectors allow; may be empty. */
export function vectorName(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 40);
}
