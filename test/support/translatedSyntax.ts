/**
 * Syntax that reads as translated: inversions, hidden subjects, relative clauses that end in their verb. For texts that
 * users read as prose: the manual and the help of commands.
 */
import type { PhraseAndCure } from './foreignPhrases.ts';

export const TRANSLATED: readonly PhraseAndCure[] = [
  [
    /(^|[.:;] )(Compared|Shown|Tested|Listed|Recognised|Drawn|Left out|Not imitated) (is|are|was|were)\b/,
    'subject first',
  ],
  [/(^|[.:;] )Not so\b/, 'say who does otherwise'],
  [/(^|[.:;] )Where (a|an|the|no|it|they|there|one|two)\b[^.:;?]*,/, 'If'],
  [/, which no \w+ (uses?|needs?|has|have|reads?)\b/, 'that no … uses: the clause restricts'],
  [/, so that\b/i, 'so; because'],
  [/\b(repeats|images|ones|points|parts|cells|shapes) that there (is|are)\b/, 'existing, or the number'],
  [/\bstands? (in|below|above|beneath|under|at the|side by side|there|with a|as a)\b/i, 'is, appears'],
  [/\blies? apart\b/i, 'is separate'],
  [/\b(is|are) (that|those) of (the|its|a|an|\[)/i, 'repeat the noun'],
  [/\bgo(es|ing)? on (with|where|and)\b/i, 'continue'],
  [/\bgives? (it|them|up) (up|damaged)\b/i, 'abandon, discard'],
  [/\b(to go by|taken? home|outlives?|hangs? on)\b/i, 'basis; exported; survives; depends on'],
  [/\bsomebody\b/i, 'someone'],
  [/\bwhoever\b/i, 'say who'],
  [/\bcan be looked at\b/i, 'you can view'],
  [/\bnothing (is|was) (imported|computed|kept|made|corrected)\b/i, 'say who does not: imports nothing'],
  [/\btests? holds? (that|what)\b/i, 'a test checks'],
  [/\btakes? (it|them|\w+ \w+) (away|off)\b/i, 'remove'],
  [/\bas it has (it|them) not\b|\bha(s|ve) (it|them) not\b/i, 'lacks'],
  [/\bto be (found|had|read off)\b/i, 'recast the sentence'],
  [/\bsays it\b|\bas the (index|table|footer) says it\b/i, 'says so'],
  [/\bfrom \w+ on (take|use|it|a)\b/i, 'beginning with'],
  [/\bby how much is\b/i, 'how … is'],
  [/\bone after the other\b/i, 'in turn'],
];
