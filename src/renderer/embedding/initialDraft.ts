/** Initial state of the embedding page from query parameters. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { MethodInfo } from '../../core/contract/methods.ts';
import type { StudyDetails } from '../../core/contract/studies.ts';
import { MAX_IMAGES } from '../../core/embedding/spec.ts';
import { settingsSchema } from '../../core/methods/settings.ts';
import { combinations } from '../../core/study/spec/settingsGrid.ts';
import { textsOf } from '../parameters/fieldTexts.ts';
import { embeddedMethod, emptyEmbedding, type EmbeddedMethodDraft, type EmbeddingDraft } from './embeddingDraft.ts';

/** Values from the address. */
export interface InitialChoice {
  /** Name or id of a dataset. */
  readonly dataset: string | null;
  readonly from: string | null;
  /** Position of an image to select. */
  readonly image: string | null;
  /** Id of a study, the label of one of its methods, and a latent shape ("12", "10x3"). */
  readonly study: string | null;
  readonly method: string | null;
  readonly shape: string | null;
  /** As JSON: the settings that the study selected from the lists in its spec. */
  readonly settings: string | null;
}

/** Initial methods: unsupervised and supervised if there are subjects, otherwise those for sequences. */
const FIRST_METHODS = { subjects: ['pca', 'lda'], sequence: ['lpp', 'emlpp'] } as const;

/** Approximate products of pixels per second: those of ORL took 1.5 s, including trustworthiness. */
const PER_SECOND = 1e9;
/** Estimated seconds below which computation starts without confirmation. */
const AT_ONCE = 2;

/** Approximate time of the initial methods for a dataset: they compare all pairs of images. */
export function secondsToEmbed({ count, rows, cols }: Pick<DatasetSummary, 'count' | 'rows' | 'cols'>): number {
  return (Math.min(count, MAX_IMAGES) ** 2 * rows * cols) / PER_SECOND;
}

/**
 * Whether the page computes without a click: if the address specifies more than the page, and the result takes little
 * time.
 */
export function beginsAtOnce(beginning: InitialChoice, dataset: DatasetSummary, named: boolean): boolean {
  return (named && namesSomething(beginning)) || secondsToEmbed(dataset) < AT_ONCE;
}

/** Whether the address specifies more than the page. */
function namesSomething({ from, study }: InitialChoice): boolean {
  return from !== null || study !== null;
}

/** The dataset in the address; undefined if it names none, or one that no longer exists. */
export function namedDataset(
  { dataset, from }: InitialChoice,
  datasets: readonly DatasetSummary[],
  study: StudyDetails | null,
): DatasetSummary | undefined {
  const name = study?.dataset ?? dataset;
  return datasets.find((each) => (from === null ? each.name === name : String(each.id) === from));
}

/** `study` is the one in the address. */
export function firstDraft(
  beginning: InitialChoice,
  dataset: DatasetSummary | undefined,
  study: StudyDetails | null,
  infos: ReadonlyMap<string, MethodInfo>,
): EmbeddingDraft {
  const usual = FIRST_METHODS[(dataset?.subjects ?? 0) > 1 ? 'subjects' : 'sequence'];
  const studyMethod = study && ofStudy(beginning, study, infos);
  return {
    ...emptyEmbedding(dataset?.id ?? 0),
    methods: studyMethod
      ? [studyMethod]
      : usual.flatMap((id) => {
          const info = infos.get(id);
          return info ? [embeddedMethod(info)] : [];
        }),
    every: String(Math.max(1, Math.ceil((dataset?.count ?? 0) / MAX_IMAGES))),
  };
}

/** The method with its settings and latent shape in the study; null if the study has no such model. */
function ofStudy(
  { method, shape, settings: chosen }: InitialChoice,
  { methods, spec }: StudyDetails,
  infos: ReadonlyMap<string, MethodInfo>,
): EmbeddedMethodDraft | null {
  const place = methods.findIndex(({ label }) => label === method);
  const info = infos.get(methods[place]?.methodId ?? '');
  if (!info?.latentNames.length) return null;
  const entry = embeddedMethod(info);
  const latent = shape?.split('x') ?? [];
  const [{ settings: first }] = combinations('', spec.methods[place].settings, info.parameters);
  return {
    ...entry,
    settings: textsOf(info.parameters, { ...first, ...chosenSettings(chosen) }),
    latent: latent.length === entry.latent.length ? latent : entry.latent,
  };
}

/** An address may contain anything. */
function chosenSettings(text: string | null): object {
  try {
    return settingsSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
