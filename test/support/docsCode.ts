/** Pieces of code in the documentation, so that tests run what readers copy. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The code of the blocks that start with "```<language> <name>", in order. */
export function codeOf(page: string, language: string, name: string): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs', page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language} ${name}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  if (blocks.length === 0) throw new Error(`docs/${page} has no code "${language} ${name}"`);
  return blocks.map(([, code]) => code).join('\n');
}
