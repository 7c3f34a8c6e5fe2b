import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/** What the codes of the expressions mean (M. Lyons et al., Coding facial expressions with Gabor wavelets, 1998). */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  AN: 'anger',
  DI: 'disgust',
  FE: 'fear',
  HA: 'happiness',
  NE: 'neutral',
  SA: 'sadness',
  SU: 'surprise',
};

/** JAFFE: `<initials>.<expression><shot>.<number in the database>.tiff`, ten women. */
export const jaffe = patternLayout({
  id: 'jaffe',
  title: 'JAFFE (Japanese female facial expression)',
  naming: 'KA.AN1.39.tiff',
  pattern: String.raw`(?:^|/)(?<subject>[a-z]{2})\.(?<expression>AN|DI|FE|HA|NE|SA|SU)(?<shot>\d)\.(?<image>\d{1,3})(?:\.tiff)?\.(?:${IMAGE_ENDINGS})$`,
  refine: ({ subject, expression, shot, image }) => ({
    subject,
    attributes: { expression: EXPRESSIONS[expression.toUpperCase()], shot, image },
  }),
});
