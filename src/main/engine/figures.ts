/** figures of the contract. */
import { slug } from '../../core/report/fileName.ts';
import { drawnFile } from './drawnFile.ts';
import type { Implementer } from './services.ts';

export function figureHandlers(os: Implementer) {
  return {
    set: os.figures.set.handler(({ input: { drawing, name, format, page } }) =>
      drawnFile(drawing, slug(name), format, page),
    ),
  };
}
