/** An external method as a `Method`: its declaration, and the functions of its program or module. */
import { sha256Hex } from '../../hash.ts';
import {
  FitError,
  type DecisionRule,
  type ExternalOrigin,
  type LatentShape,
  type Mark,
  type Method,
  type Settings,
  type Citation,
} from '../method.ts';
import { always } from '../sharedDeclarations.ts';
import { declaredCodeSize } from './codeShape.ts';
import type { Declaration } from './declaration.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { forEachPart } from '../../linalg/streamedStack.ts';
import { listed } from '../../text/phrases.ts';

/** The computing functions: those that a fit needs, and those that the declaration lists as capabilities. */
export type ExternalFunctions = Pick<Method, 'fit' | 'encode'> &
  Partial<Pick<Method, 'open' | 'sweep' | 'reconstruct' | 'logLikelihood'>> &
  Partial<Pick<DecisionRule, 'classify' | 'score'>>;

/**
 * The method of a declaration. Without `functions` nothing can be computed: every fit throws FitError with the sentence
 * `unavailable`.
 */
export function externalMethod(
  declaration: Declaration,
  version: string,
  {
    functions,
    ...origin
  }: { readonly functions?: ExternalFunctions } & Pick<
    ExternalOrigin,
    'unavailable' | 'edited' | 'formerVersion' | 'runsOn'
  >,
): Method {
  const { id, title, fullName, family, description, formula, citation, latentKind, latentNames } = declaration;
  const { can, attributes, parameters, nested, codes, codeSize } = declaration;
  const refuse = (): never => {
    throw new FitError(origin.unavailable ?? notRegistered(title));
  };
  const implementation = functions ?? { fit: refuse, encode: refuse };
  return {
    id,
    title,
    fullName,
    family,
    appearance: markOf(id),
    description,
    formula,
    axes: 'Scaled by its program.',
    citation,
    latentKind,
    latentNames,
    parameters,
    outside: { version, declaration, ...origin },
    ...(can.includes('missing') && { takesMissing: true as const }),
    ...((codes ?? codeSize) && {
      codeSize: (latent: LatentShape, images: Pick<Sizes, 'rows' | 'cols'>, settings: Settings) =>
        declaredCodeSize(declaration, latent, images, settings),
    }),
    ...(declaration.labels && { usesLabels: always }),
    ...(attributes.length > 0 && { attributes: () => attributes }),
    largestLatent: (rows, cols, count, subjects) => largest(declaration, { rows, cols, count, subjects }),
    fit: implementation.fit,
    encode: implementation.encode,
    ...(implementation.open && { open: implementation.open }),
    ...(nested && { sweep: implementation.sweep ?? refuse }),
    ...(can.includes('reconstruct') && { reconstruct: implementation.reconstruct ?? refuse }),
    ...(can.includes('logLikelihood') && { logLikelihood: implementation.logLikelihood ?? refuse }),
    ...((can.includes('classify') || can.includes('score')) && {
      ownRule: ruleOf(declaration, implementation, refuse),
    }),
  };
}

/** The decision rule of a method that can classify or score; its sentence is the same without `functions`. */
function ruleOf(
  { can }: Declaration,
  { classify, score }: Pick<ExternalFunctions, 'classify' | 'score'>,
  refuse: () => never,
): DecisionRule {
  const applies = () => true;
  if (!can.includes('score')) return { applies, sentence: 'by its own rule', classify: classify ?? refuse };
  const scores = score ?? refuse;
  return {
    applies,
    sentence: 'by its own scores',
    score: scores,
    scoresPairs: 'by its own score',
    classify(fit, training, probes) {
      const values = scores(fit, training, probes);
      const { count } = training.images;
      return Int32Array.from({ length: probes.count }, (_, n) => training.labels![best(values, n * count, count)]);
    },
  };
}

function best(scores: Float64Array, from: number, count: number): number {
  let bestIndex = 0;
  for (let i = 1; i < count; i++) if (scores[from + i] > scores[from + bestIndex]) bestIndex = i;
  return bestIndex;
}

/**
 * Whether a registered method is the program that a study recorded by its version. Studies of earlier releases have
 * versions that also cover the interpreter.
 */
export function isVersion(
  { version, formerVersion }: Pick<ExternalOrigin, 'version' | 'formerVersion'>,
  recorded: string,
): boolean {
  return version === recorded || formerVersion === recorded;
}

/**
 * How the interpreter and packages differ that ran one program twice: "same program, numpy 2.1.0 instead of 1.24.2";
 * null if they are the same. Both are lists of names with versions, as cells record them.
 */
export function otherRuntime(recorded: string, here: string): string | null {
  if (recorded === here) return null;
  const [before, after] = [recorded, here].map(
    (text) =>
      new Map(text.split(', ').map((part) => [part.replace(/ \S+$/, ''), part.slice(part.lastIndexOf(' ') + 1)])),
  );
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const differences = names.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    if (old === undefined) return [`with ${name} ${now}`];
    return now === undefined ? [`without ${name}`] : [`${name} ${now} instead of ${old}`];
  });
  return ['same program', ...differences].join(', ');
}

/** A version as it is shown in sentences. */
export function shortVersion(version: string): string {
  return version.slice(0, 8);
}

/** Error message for an external method that is not registered on this machine. */
export function notRegistered(title: string): string {
  return (
    `${title} is an external method that is not registered here: stored results can be shown, but nothing can be computed. ` +
    'Register its folder in Settings, Methods, or by "eigenbench methods add".'
  );
}

const MARKERS: readonly Mark['marker'][] = ['rectRot', 'star', 'cross', 'triangle', 'rect', 'circle'];

/** A colour and marker derived from the id alone, so they are the same everywhere. */
function markOf(id: string): Mark {
  const digest = sha256Hex(id);
  const number = (from: number): number => Number.parseInt(digest.slice(from, from + 6), 16);
  return { index: number(0) % 32, marker: MARKERS[number(6) % MARKERS.length] };
}

interface Sizes {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly subjects?: number | undefined;
}

function largest({ latentKind, largest: given }: Declaration, sizes: Sizes): LatentShape {
  const { rows, cols, count, subjects = count } = sizes;
  const bounds =
    given ?? (latentKind === 'vector' ? [['pixels', 'images-1'] as const] : [['rows'] as const, ['cols'] as const]);
  const values = {
    rows,
    cols,
    pixels: rows * cols,
    images: count,
    'images-1': count - 1,
    subjects,
    'subjects-1': subjects - 1,
  };
  return bounds.map((axis) =>
    Math.max(0, Math.min(...axis.map((bound) => (typeof bound === 'number' ? bound : values[bound])))),
  );
}

/** Throws FitError for missing pixels (NaN) unless the method declares that it accepts them. */
export function requireNoMissingPixels({ title, can }: Pick<Declaration, 'title' | 'can'>, images: ImageSet): void {
  if (can.includes('missing')) return;
  let image = 0;
  let before = 0;
  forEachPart(images, (values) => {
    const index = image > 0 ? -1 : values.findIndex(Number.isNaN);
    if (index >= 0) image = Math.floor((before + index) / (images.rows * images.cols)) + 1;
    before += values.length;
  });
  if (image === 0) return;
  throw new FitError(
    `${title} takes whole images, found missing pixels in image ${image} of ${images.count}: ` +
      'a method that takes them names "missing" under "can" in its method.json.',
  );
}

// Placeholders for a publication, which must not get into a bibliography.

/** As in the examples: "Your Name", "Author One", "A. Author", "Firstname Lastname". */
const AUTHOR =
  /^(your (own )?name|authors?( (one|two|name|\w))?|(\w\. )?author|first ?name last ?name|names?|todo|tbd|xxx|\?+)$/i;
/** "Title of the paper", "Your title", "Paper title", "TODO". */
const TITLE =
  /^((the )?title( of (the|this|your|my) (paper|article|publication|method))?|(your|paper|article) title|untitled|todo|tbd|xxx|\?+)$/i;

/** Fields of `method.json` that hold placeholders. */
export function placeholders({ authors, title }: Pick<Citation, 'authors' | 'title'>): string[] {
  return [
    ...(authors.some((name) => AUTHOR.test(name.trim())) ? ['citation.authors'] : []),
    ...(TITLE.test(title.trim()) ? ['citation.title'] : []),
  ];
}

/** The problem with such fields, for a message. */
export function placeholderProblem(fields: readonly string[]): string {
  return `expected the publication of the method in ${listed(fields)}, found placeholders.`;
}
