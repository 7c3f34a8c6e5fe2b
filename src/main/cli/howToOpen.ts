import { resolve } from 'node:path';
import { shellWord } from '../../core/text/shellWord.ts';
import { fromSources } from '../fromSources.ts';

/** The command that shows a study in the application; npm starts it in another folder, so the path is absolute. */
export function howToOpen(study: string, workspace: string, sources: boolean = fromSources()): string {
  const option = `--workspace ${shellWord(resolve(workspace))}`;
  return sources ? `npm start -- ${option}` : `eigenbench open ${shellWord(study)} ${option}`;
}
