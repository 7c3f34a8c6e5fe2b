/**
 * Strings and comments of the program say things as the field does: phrases that read as translated do not come back.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Sources of the program, of its clients and of the kits for methods of one's own; not what is generated. */
const files = ['src', 'bin', 'sdk', 'clients'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|vue|js|mjs|py|m|R|md)$/.test(name) && !/kernels\/.*Module\.ts$/.test(name)),
);

/** What is written instead of each phrase. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
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

/** Lines that keep such a phrase, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "-- 'u8': a byte a pixel; 'f64': little-endian float64": 'a migration stays as it was when it was released',
};

/** Phrases of a text that are written otherwise. */
function foreign(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !(line.trim() in EXCEPTIONS))
    .flatMap((line) =>
      PHRASES.filter(([phrase]) => phrase.test(line)).map(([, instead]) => `${line.trim()} [${instead}]`),
    );
}

describe('words of the program', () => {
  it('are told from those that read as translated', () => {
    expect(foreign('/** One fit a shape. */\nNear twins are looked for anew.\nsplits of the data')).toEqual([
      '/** One fit a shape. */ [per]',
      'Near twins are looked for anew. [duplicates, near-duplicates]',
      'Near twins are looked for anew. [again]',
    ]);
  });

  it('are those of the field', () => {
    expect(files.length).toBeGreaterThan(700);
    const found = files.flatMap((file) =>
      foreign(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
