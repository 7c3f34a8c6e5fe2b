/** A study while it is being written: texts and choices of the form, and the spec that they say. */
import type { MethodInfo } from '../../../core/contract/methods.ts';
import { comparisonParameters, DEFAULT_COMPARISON } from '../../../core/compare/comparison.ts';
import {
  selectionParameters,
  type StudyMethod,
  type StudySpec,
  type StudySpecInput,
} from '../../../core/study/spec/spec.ts';
import type { StudySettings } from '../../../core/study/spec/settingsGrid.ts';
import type { LatentGrid } from '../../../core/methods/latent/latentGridSchema.ts';
import type { Problem } from '../../api/client.ts';
import { axisText, parseAxis, parseShapes } from '../../methods/latentGridText.ts';
import { defaultSettings, parseSettings } from '../../methods/settingsText.ts';
import { fieldsOf, textsOf, type FieldTexts } from '../../parameters/fieldTexts.ts';
import { parsedTextOrList } from '../../parameters/parameterText.ts';
import { perturbationDraft, perturbationOf, type PerturbationDraft, nextKey } from './perturbationDraft.ts';
import {
  emptyProtocol,
  protocolDraft,
  protocolOf,
  subsetDraft,
  subsetOf,
  type ProtocolDraft,
  type SubsetDraft,
} from './protocolDraft.ts';
import { plural } from '../../words/format.ts';
import { startReading, type Reading } from '../../parameters/formReader.ts';
import {
  classifierDraft,
  classifierOf,
  featureDraft,
  featureOf,
  measuresDraft,
  measuresOf,
  type ClassifierDraft,
  type FeatureDraft,
  type MeasuresDraft,
} from './recognitionDraft.ts';

const words = {
  label: (name: string | null) => `Deep descriptor${name === null ? '' : `, ${name}`} (trained elsewhere)`,
};

export interface GridDraft {
  /** 'tied': the shapes (q, q); 'matched': those that compress as much as (q, q). */
  mode: 'default' | 'adaptive' | 'full' | 'all' | 'axes' | 'tied' | 'matched' | 'shapes';
  /** One text a latent dimension; of tied and matched grids the first is that of q. */
  axes: string[];
  shapes: string;
}

export interface MethodDraft {
  /** Keeps the form's cards apart; not part of the spec. */
  readonly key: number;
  readonly method: string;
  label: string;
  /** Values as typed; what equals the default is left out of the spec. */
  settings: FieldTexts;
  grid: GridDraft;
  /** Feature steps of the method alone; absent: those of the study. */
  features?: FeatureDraft[];
  /** The classifier of the method alone; absent: that of the study. */
  classifier?: ClassifierDraft;
}

export interface StudyDraft {
  /** Empty: `automaticName`. */
  name: string;
  dataset: string;
  /** Further datasets, which get a study each. */
  alsoOn: string[];
  protocol: ProtocolDraft;
  subset: SubsetDraft;
  seed: string;
  perturbations: PerturbationDraft[];
  features: FeatureDraft[];
  classifier: ClassifierDraft;
  measures: MeasuresDraft;
  comparison: FieldTexts;
  /** The validated selection of shapes; null without it. */
  selection: FieldTexts | null;
  /** The spec that the draft was made from: fields that the form does not know are taken over as they are. */
  source: StudySpec | null;
  methods: MethodDraft[];
}

export function emptyDraft(dataset: string): StudyDraft {
  return {
    name: '',
    dataset,
    alsoOn: [],
    protocol: emptyProtocol(),
    subset: subsetDraft(undefined),
    seed: '1',
    perturbations: [],
    features: [],
    classifier: classifierDraft(),
    measures: measuresDraft(),
    comparison: textsOf(comparisonParameters(), DEFAULT_COMPARISON),
    selection: null,
    source: null,
    methods: [],
  };
}

export function methodDraft(info: MethodInfo): MethodDraft {
  return {
    key: nextKey(),
    method: info.id,
    label: '',
    settings: defaultSettings(info),
    grid: { mode: 'default', axes: info.latentNames.map(() => ''), shapes: '' },
  };
}

/** The name of a method in tables: its label, else its title. */
export function rowLabel({ label }: Pick<MethodDraft, 'label'>, info: Pick<MethodInfo, 'title'> | undefined): string {
  return label.trim() || (info?.title ?? '');
}

/** The name of a study that the user has not named: its dataset and its methods. */
export function automaticName({ dataset, methods }: StudyDraft, infos: ReadonlyMap<string, MethodInfo>): string {
  const [only] = methods;
  const what = methods.length === 1 ? rowLabel(only, infos.get(only.method)) : plural(methods.length, 'method');
  return [dataset, what].filter((part) => part !== '').join(', ');
}

/** The draft that toSpec turns back into `spec`. Methods that the engine no longer knows are left out. */
export function draftOf(spec: StudySpec, infos: ReadonlyMap<string, MethodInfo>): StudyDraft {
  return {
    ...emptyDraft(spec.dataset),
    name: spec.name,
    protocol: protocolDraft(spec.protocol),
    subset: subsetDraft(spec.subset),
    seed: String(spec.seed),
    perturbations: (spec.perturbations ?? []).map(perturbationDraft),
    features: (spec.features ?? []).map(featureDraft),
    classifier: classifierDraft(spec.classifier),
    measures: measuresDraft(spec.measures),
    comparison: textsOf(comparisonParameters(), spec.comparison),
    selection: spec.selection ? textsOf(selectionParameters, spec.selection) : null,
    source: spec,
    methods: spec.methods.flatMap((entry) => {
      const info = infos.get(entry.method);
      return info ? [methodDraftOf(entry, info)] : [];
    }),
  };
}

function methodDraftOf(entry: StudyMethod, info: MethodInfo): MethodDraft {
  const fresh = methodDraft(info);
  return {
    ...fresh,
    label: entry.label ?? '',
    settings: textsOf(info.parameters, entry.settings),
    grid: gridDraft(entry.latent, info.latentNames.length),
    ...(entry.features && { features: entry.features.map(featureDraft) }),
    ...(entry.classifier && { classifier: classifierDraft(entry.classifier) }),
  };
}

function gridDraft(latent: LatentGrid, axes: number): GridDraft {
  const blank = Array.from({ length: axes }, () => '');
  if (typeof latent === 'string') return { mode: latent, axes: blank, shapes: '' };
  if (Array.isArray(latent) && Array.isArray(latent[0])) {
    const text = (latent as number[][]).map((shape) => `(${shape.join(', ')})`).join(', ');
    return { mode: 'shapes', axes: blank, shapes: text };
  }
  if (typeof latent === 'object' && 'tied' in latent) {
    return { mode: 'tied', axes: [axisText(latent.tied), ...blank.slice(1)], shapes: '' };
  }
  if (typeof latent === 'object' && 'matched' in latent) {
    return { mode: 'matched', axes: [axisText(latent.matched), ...blank.slice(1)], shapes: '' };
  }
  if (typeof latent === 'object' && 'qc' in latent) {
    return { mode: 'axes', axes: [axisText(latent.qc), axisText(latent.qr)], shapes: '' };
  }
  return { mode: 'axes', axes: [axisText(latent as Parameters<typeof axisText>[0])], shapes: '' };
}

/** The spec that a draft says, or every field that does not say anything yet. */
export function toSpec(
  draft: StudyDraft,
  infos: ReadonlyMap<string, MethodInfo>,
): { readonly spec: StudySpecInput | null; readonly problems: readonly Problem[] } {
  const reading = startReading();
  const { problems, whole } = reading;
  if (draft.dataset === '') problems.push({ path: 'dataset', message: 'Choose a dataset.' });
  if (draft.methods.length === 0) problems.push({ path: 'methods', message: 'Add at least one method.' });

  const spec: StudySpecInput = {
    ...draft.source,
    name: draft.name.trim() || automaticName(draft, infos),
    dataset: draft.dataset,
    protocol: protocolOf(draft.protocol, reading),
    subset: subsetOf(draft.subset, reading),
    seed: whole('seed', draft.seed, 0),
    perturbations: someOf(draft.perturbations.map((row, i) => perturbationOf(row, `perturbations.${i}`, reading))),
    features: someOf(draft.features.map((row, i) => featureOf(row, `features.${i}`, reading))),
    classifier: classifierOf(draft.classifier, 'classifier', reading),
    measures: someOf(measuresOf(draft.measures, reading)),
    // The schemas are what the engine parses by; the fields are those of the declarations.
    comparison: fieldsOf(comparisonParameters(), draft.comparison, 'comparison', reading) as StudySpec['comparison'],
    selection: draft.selection
      ? (fieldsOf(selectionParameters, draft.selection, 'selection', reading) as StudySpec['selection'])
      : undefined,
    methods: draft.methods.map((entry, index) => {
      const info = infos.get(entry.method);
      const path = `methods.${index}`;
      const { settings, problems: unsaid } = parseSettings<StudySettings[string]>(
        info?.parameters ?? [],
        entry.settings,
        parsedTextOrList,
      );
      problems.push(...unsaid.map((problem) => ({ ...problem, path: `${path}.settings.${problem.path}` })));
      const label = entry.label.trim();
      return {
        method: entry.method,
        ...(label === '' ? {} : { label }),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        latent: latentOf(entry.grid, info?.latentNames.length ?? 1, path, reading),
        ...(entry.features && {
          features: entry.features.map((row, i) => featureOf(row, `${path}.features.${i}`, reading)),
        }),
        ...(entry.classifier && { classifier: classifierOf(entry.classifier, `${path}.classifier`, reading) }),
      };
    }),
  };
  return problems.length > 0 ? { spec: null, problems } : { spec, problems: [] };
}

/** What a draft makes of the study that it extends: settings that are left open are the defaults, not the study's. */
export function toExtension(draft: StudyDraft, infos: ReadonlyMap<string, MethodInfo>): ReturnType<typeof toSpec> {
  const { spec, problems } = toSpec(draft, infos);
  return { spec: spec && withAllSettings(spec, infos), problems };
}

function withAllSettings(spec: StudySpecInput, infos: ReadonlyMap<string, MethodInfo>): StudySpecInput {
  const methods = spec.methods.map((entry) => {
    const defaults = (infos.get(entry.method)?.parameters ?? []).map(({ name, default: value }) => [name, value]);
    return { ...entry, settings: { ...Object.fromEntries(defaults), ...entry.settings } };
  });
  return { ...spec, methods };
}

/** An empty list says nothing: its field is left out. */
function someOf<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function latentOf(grid: GridDraft, axes: number, path: string, { take }: Reading): LatentGrid {
  const { mode } = grid;
  // A draft may come from a method that has latent dimensions.
  if (axes === 0) return 'default';
  if (mode === 'default' || mode === 'adaptive' || mode === 'full' || mode === 'all') return mode;
  if (grid.mode === 'shapes') return take(`${path}.latent`, parseShapes(grid.shapes, axes), []);
  if (grid.mode === 'tied') return { tied: take(`${path}.latent.tied`, parseAxis(grid.axes[0] ?? ''), 'all') };
  if (grid.mode === 'matched') return { matched: take(`${path}.latent.matched`, parseAxis(grid.axes[0] ?? ''), 'all') };
  if (axes === 1) return take(`${path}.latent`, parseAxis(grid.axes[0] ?? ''), 'all');
  return {
    qc: take(`${path}.latent.qc`, parseAxis(grid.axes[0] ?? ''), 'all'),
    qr: take(`${path}.latent.qr`, parseAxis(grid.axes[1] ?? ''), 'all'),
  };
}

// Six subspaces and the vectors of a network, as rows of one study.

/** The name that the vectors have unless the user says another. */
export const DEEP = 'deep';

/** Eigenfaces and Fisherfaces, their counterparts on matrices, and one of the probabilistic models. */
const SUBSPACES = ['pca', 'lda', '2dpca', '2dlda', 'glram', 'bppca'];
/** The nearest neighbour among the vectors themselves. */
const AS_THEY_ARE = 'none';

/** The rows that are lacking, with the attached vectors of this name. */
export function deepRows(
  present: readonly MethodDraft[],
  infos: ReadonlyMap<string, MethodInfo>,
  vectors: string,
): MethodDraft[] {
  const presentMethods = new Set(present.filter(({ features }) => features === undefined).map(({ method }) => method));
  const subspaces = SUBSPACES.filter((id) => !presentMethods.has(id) && infos.has(id)).map((id) =>
    methodDraft(infos.get(id)!),
  );
  const isTaken = present.some(
    ({ method, features = [] }) => method === AS_THEY_ARE && features[0]?.texts['name'] === vectors,
  );
  if (isTaken) return subspaces;
  const label = words.label(vectors === DEEP ? null : vectors);
  return [...subspaces, { ...methodDraft(infos.get(AS_THEY_ARE)!), label, features: [featureDraft(vectors)] }];
}
