/** The embedding form as typed, and the computations it requests. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { MethodInfo } from '../../core/contract/methods.ts';
import { embeddingSpecSchema, MAX_IMAGES, type EmbeddingSpec } from '../../core/embedding/spec.ts';
import type { Problem } from '../api/client.ts';
import { defaultSettings, parseSettings } from '../methods/settingsText.ts';
import type { FieldTexts } from '../parameters/fieldTexts.ts';

export interface EmbeddedMethodDraft {
  /** Identifies the entries of the form. */
  readonly key: number;
  method: string;
  /** One text per latent dimension. */
  latent: string[];
  settings: FieldTexts;
}

export interface EmbeddingDraft {
  /** Id of the dataset. */
  readonly dataset: number;
  methods: EmbeddedMethodDraft[];
  /** Standard deviations in units of the stored pixels; each is embedded separately. */
  noise: string;
  every: string;
  seed: string;
}

let lastKey = 0;

/** Latent dimensions of a new entry: two to display, and a spare one. */
const LATENT = '3';

/**
 * A method with its defaults. Methods that keep the components with a share of the variance start with nine tenths: at
 * full rank, which suits recognition, the axes follow noise.
 */
export function embeddedMethod(info: MethodInfo): EmbeddedMethodDraft {
  const settings = defaultSettings(info);
  return {
    key: ++lastKey,
    method: info.id,
    latent: info.latentNames.map(() => LATENT),
    settings: 'energy' in settings ? { ...settings, energy: '0.9' } : settings,
  };
}

/** Initial methods: unsupervised and supervised if there are subjects, otherwise those for sequences. */
const FIRST_METHODS = { subjects: ['pca', 'lda'], sequence: ['lpp', 'emlpp'] } as const;

/** The form of a dataset before anything is typed. */
export function firstDraft(
  { id, count, subjects }: Pick<DatasetSummary, 'id' | 'count' | 'subjects'>,
  infos: ReadonlyMap<string, MethodInfo>,
): EmbeddingDraft {
  return {
    dataset: id,
    methods: FIRST_METHODS[subjects > 1 ? 'subjects' : 'sequence'].flatMap((method) => {
      const info = infos.get(method);
      return info ? [embeddedMethod(info)] : [];
    }),
    noise: '0',
    every: String(Math.max(1, Math.ceil(count / MAX_IMAGES))),
    seed: '1',
  };
}

/** Approximate products of pixels per second: those of ORL took 1.5 s, including trustworthiness. */
const PER_SECOND = 1e9;

/** Approximate time of the initial methods for a dataset: they compare all pairs of images. */
export function secondsToEmbed({ count, rows, cols }: Pick<DatasetSummary, 'count' | 'rows' | 'cols'>): number {
  return (Math.min(count, MAX_IMAGES) ** 2 * rows * cols) / PER_SECOND;
}

/** One computation per method and noise level, in the order of the form; or the problems of all invalid fields. */
export function embeddingsOf(
  draft: EmbeddingDraft,
  infos: ReadonlyMap<string, MethodInfo>,
): { readonly specs: readonly EmbeddingSpec[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  if (draft.methods.length === 0) problems.push({ path: 'methods', message: 'Add at least one method.' });
  const numbers = (path: string, text: string, valid: (value: number) => boolean, expected: string): number[] => {
    const values = text.split(/[,;\s]+/).filter((part) => part !== '');
    if (values.length > 0 && values.every((part) => valid(Number(part)))) return values.map(Number);
    problems.push({ path, message: expected });
    return [];
  };
  const whole = (least: number) => (value: number) => Number.isSafeInteger(value) && value >= least;
  const noises = numbers('noise', draft.noise, (value) => value >= 0 && Number.isFinite(value), 'Numbers from 0.');
  const [every] = numbers('every', draft.every, whole(1), 'A whole number from 1.');
  const [seed] = numbers('seed', draft.seed, whole(0), 'A whole number from 0.');
  const fits = draft.methods.flatMap((entry) => {
    const info = infos.get(entry.method);
    if (!info) return [];
    const path = `methods.${entry.key}`;
    const latent = entry.latent.flatMap((text, axis) =>
      numbers(`${path}.latent.${axis}`, text, whole(1), 'A whole number from 1.').slice(0, 1),
    );
    const { settings, problems: unsaid } = parseSettings(info.parameters, entry.settings);
    problems.push(...unsaid.map((problem) => ({ ...problem, path: `${path}.settings.${problem.path}` })));
    return [{ method: entry.method, latent, settings }];
  });
  if (problems.length > 0) return { specs: [], problems };
  const levels = [...new Set(noises)];
  const specs = levels.flatMap((noise) => fits.map((fit) => embeddingSpecSchema.parse({ ...fit, noise, every, seed })));
  return { specs, problems };
}
