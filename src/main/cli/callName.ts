import { quoted } from './shards/words.ts';

/** How the user calls this command line: by its name where it is installed, by npm in a working copy. */
export function itself(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_package_name === 'eigenbench' ? 'npm run -s eigenbench --' : 'eigenbench';
}

/** A name as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w.,:@%+=/-]+$/.test(word) ? word : quoted(word);
}
