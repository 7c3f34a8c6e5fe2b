/** Phrases that read as translated, with what is written instead: for the program's texts and the manual's alike. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [
    /\b(one|two|bytes?|bits|entries|rows|numbers|lines|fits?) an? (latent shape|shape|image|pixel|subject|fibre)\b/i,
    'per',
  ],
  [/\bimages an? (subject|class|row|file)\b(?! has)/i, 'per'],
  [/\bone an? (pair|value|split|level|row)\b/i, 'per'],
  [/\btaken for\b|\bwho is taken\b/i, 'misclassified as'],
  [/\b(near )?twins?\b/i, 'duplicates, near-duplicates'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'in addition to, compared with; next to'],
  [/\bbe it\b|\bbe they\b/i, 'whether'],
  [/\bto and fro\b/i, 'back and forth'],
  [/\bwhom\b/i, 'recast the sentence'],
  [/\blook(s|ed|ing)? inside\b/i, 'inspect the model'],
  [/\bleast (mean )?(error|correlation)\b/i, 'lowest error, minimum correlation'],
  [/\bleast images per subject\b/i, 'minimum images per subject'],
  [/\bmost (iterations|parts)\b/i, 'maximum iterations'],
  [/\blevels? of significance\b/i, 'significance level'],
  [/\bgiven (splits?|lists?|enrolment lists?)\b/i, 'predefined splits'],
  [/\bleave one value\b/i, 'leave-one-group-out'],
  [/\bsubjects? for the model\b/i, 'world (training) subjects'],
  [/\bas the system\b/i, 'System'],
  [/\bnone but itself\b/i, 'self only'],
  [/\bown weights\b/i, 'custom weights'],
  [/\b(is|are|stands?) there twice\b/i, 'duplicate value'],
  [/\b(nothing|none) of (that|this) name\b/i, 'no matches'],
  [/\bto be seen\b/i, 'these images are blank'],
  [/\bwhat would be imported\b/i, 'preview'],
  [/\bturns? round\b|\bturns? the order round\b|\bturned round\b/i, 'transposed, reversed'],
  [/\bturned away\b/i, 'rejected'],
  [/\bwithout a word\b/i, 'silently'],
];

/** Lines of a text with such a phrase, each followed by what is written instead. */
export function foreignPhrases(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      PHRASES.filter(([phrase]) => phrase.test(line)).map(([, instead]) => `${line.trim()} [${instead}]`),
    );
}
