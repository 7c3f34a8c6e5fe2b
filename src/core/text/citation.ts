/** Publications that users declare: of a method of their own, or of a network. */
import { z } from 'zod';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from './hiddenCharacters.ts';

const words = z.string().min(1).max(2000).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);

export const citationSchema = z.strictObject({
  key: z.string().regex(/^[\w:.-]{1,80}$/, 'letters, digits and _ : . -'),
  type: z.enum(['article', 'inproceedings', 'book']),
  authors: z.array(words).min(1),
  title: words,
  venue: words,
  year: z.int().min(1600).max(2200),
  volume: words.optional(),
  number: words.optional(),
  pages: words.optional(),
  doi: words.optional(),
});
