/** The files that the search of the static manual needs: a page with a script, and the sections as a script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { manualPages } from '../../src/core/manual/manualPages.ts';
import { sectionsOf } from '../../src/core/manual/search.ts';

/** File names with their texts: scripts instead of JSON, because a page opened as a file cannot read other files. */
export async function searchFiles(docs: string): Promise<Map<string, string>> {
  const sections = manualPages.flatMap(({ topic, title }) =>
    sectionsOf(topic, title, readFileSync(join(docs, `${topic}.md`), 'utf8')),
  );
  return new Map([
    ['manual-sections.js', `globalThis.manualSections = ${JSON.stringify(sections)};\n`],
    ['search.js', await searchScript()],
  ]);
}

async function searchScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'searchScript.ts'), formats: ['iife'], name: 'manualSearch' },
    },
  });
  const [output] = [built].flat();
  if (!('output' in output)) throw new Error('The script of the search was not built.');
  return output.output[0].code;
}
