/** Markdown of a paragraph or line as its words: links and emphasis without their marks. Code keeps its backquotes. */
export function plainText(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(^|\W)\*([^*\s][^*]*)\*(?=\W|$)/g, '$1$2')
    .replaceAll(/\\([<|])/g, '$1');
}
