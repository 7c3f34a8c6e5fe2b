/** "ORL, k = 2 … 4" → "orl-k-2-4": a name allowed for files and LaTeX labels. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'study' : plain.slice(0, 60).replace(/-+$/, '');
}
