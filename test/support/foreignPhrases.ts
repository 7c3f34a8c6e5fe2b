/** Phrases that read as translated, in the program's texts and in the manual. */

/** A phrase, and what is written instead. */
export type PhraseAndCure = readonly [phrase: RegExp, instead: string];

const PHRASES: readonly PhraseAndCure[] = [
  [
    /\b(one|two|bytes?|bits|entries|rows|numbers|lines|fits?) an? (latent shape|shape|image|pixel|subject|fibre)\b/i,
    'per',
  ],
  [/\bimages an? (subject|class|row|file)\b(?! has)/i, 'per'],
  [/\btaken for\b|\bwho is taken\b/i, 'misclassified as'],
  [/\btwins?\b(?! peaks)/i, 'duplicates, near-duplicates'],
  [/\banew\b/i, 'again'],
  [/\bbeside (the errors?|the error rate|the published|each other|those asked)\b/i, 'in addition to, compared with'],
  [/\bbe it\b|\bbe they\b/i, 'whether'],
  [/\bto and fro\b/i, 'back and forth'],
  [/\bwhom\b/i, 'recast the sentence'],
  [/\blook(s|ed|ing)? inside\b/i, 'inspect the model'],
  [/\bleast (mean )?error\b/i, 'lowest error'],
  [/\bleast images per subject\b/i, 'minimum images per subject'],
  [/\bmost iterations\b/i, 'maximum iterations'],
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
  [/\bturned round\b/i, 'transposed'],
  [/(['"`>])Explore\b/, 'Embedding'],
  [/(['"`>])not shown\b/, 'no significant difference'],
];

interface Options {
  /** Phrases in addition to those that hold everywhere. */
  readonly further?: readonly PhraseAndCure[];
  /** Lines that keep such a phrase, each with its reason. */
  readonly but?: Readonly<Record<string, string>>;
}

/** Lines of a text with such a phrase, each followed by what is written instead. */
export function foreignPhrases(text: string, { further = [], but = {} }: Options = {}): string[] {
  return text
    .split('\n')
    .filter((line) => !(line.trim() in but))
    .flatMap((line) =>
      [...PHRASES, ...further]
        .filter(([phrase]) => phrase.test(line))
        .map(([, instead]) => `${line.trim()} [${instead}]`),
    );
}
