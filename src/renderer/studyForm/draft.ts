/** A study while it is being written: texts and choices of the form, and the spec that they say. */
import type { MethodInfo } from '../../core/contract/types.ts';
import type { LatentGrid, Protocol, StudyMethod, StudySpec, StudySpecInput } from '../../core/study/spec.ts';
import type { Problem } from '../api/client.ts';
import { axisText, parseAxis, parseCounts, parseShapes, type Parsed } from './gridText.ts';
import { defaultSettings, parseSettings, shown, type TypedValue } from './parameterText.ts';

export interface GridDraft {
  /** 'tied': the shapes (q, q); 'matched': those that compress as much as (q, q). */
  mode: 'default' | 'all' | 'axes' | 'tied' | 'matched' | 'shapes';
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
  settings: Record<string, TypedValue>;
  grid: GridDraft;
}

export interface StudyDraft {
  name: string;
  dataset: string;
  trainPerSubject: string;
  repeats: string;
  seed: string;
  test: StudySpec['comparison']['test'];
  alpha: string;
  correction: NonNullable<StudySpec['comparison']['correction']>;
  /** 'best', or the label of the method that all others are compared with. */
  baseline: string;
  /** Inner splits of the validated selection of shapes; null without it. */
  innerSplits: string | null;
  /** The study that the draft was made from: what the form does not show is taken over as it is. */
  source: StudySpec | null;
  /** 'given': the protocol in `given`, as it came with a study; the form shows it but does not change it. */
  protocol: 'random' | 'first' | 'k-fold' | 'leave-one-out' | 'given';
  folds: string;
  given: Protocol | null;
  methods: MethodDraft[];
}

let lastKey = 0;

export function emptyDraft(dataset: string): StudyDraft {
  return {
    name: dataset === '' ? '' : `${dataset} comparison`,
    dataset,
    trainPerSubject: '2, 3, 4',
    repeats: '10',
    seed: '1',
    test: 'two-sample-t',
    alpha: '0.05',
    correction: 'none',
    baseline: 'best',
    innerSplits: null,
    source: null,
    protocol: 'random',
    folds: '5',
    given: null,
    methods: [],
  };
}

export function methodDraft(info: MethodInfo): MethodDraft {
  return {
    key: ++lastKey,
    method: info.id,
    label: '',
    settings: defaultSettings(info),
    grid: { mode: 'default', axes: info.latentNames.map(() => ''), shapes: '' },
  };
}

/** The draft that toSpec turns back into `spec`. Methods that the engine no longer knows are left out. */
export function draftOf(spec: StudySpec, infos: ReadonlyMap<string, MethodInfo>): StudyDraft {
  return {
    ...emptyDraft(spec.dataset),
    ...protocolDraft(spec.protocol),
    name: spec.name,
    seed: String(spec.seed),
    test: spec.comparison.test,
    alpha: String(spec.comparison.alpha),
    correction: spec.comparison.correction ?? 'none',
    baseline: spec.comparison.baseline ?? 'best',
    innerSplits: spec.selection ? String(spec.selection.innerSplits) : null,
    source: spec,
    methods: spec.methods.flatMap((entry) => {
      const info = infos.get(entry.method);
      return info ? [methodDraftOf(entry, info)] : [];
    }),
  };
}

function protocolDraft(protocol: Protocol): Partial<StudyDraft> {
  switch (protocol.kind) {
    case 'random':
      return {
        protocol: 'random',
        trainPerSubject: protocol.trainPerSubject.join(', '),
        repeats: String(protocol.repeats),
      };
    case 'first':
      return { protocol: 'first', trainPerSubject: protocol.trainPerSubject.join(', ') };
    case 'k-fold':
      return { protocol: 'k-fold', folds: String(protocol.folds), repeats: String(protocol.repeats) };
    case 'leave-one-out':
      return { protocol: 'leave-one-out' };
    default:
      return { protocol: 'given', given: protocol };
  }
}

function methodDraftOf(entry: StudyMethod, info: MethodInfo): MethodDraft {
  const fresh = methodDraft(info);
  const given = Object.entries(entry.settings).map(([name, value]) => [name, shown(value)]);
  return {
    ...fresh,
    label: entry.label ?? '',
    settings: { ...fresh.settings, ...Object.fromEntries(given) },
    grid: gridDraft(entry.latent, info.latentNames.length),
  };
}

function gridDraft(latent: LatentGrid, axes: number): GridDraft {
  const blank = Array.from({ length: axes }, () => '');
  if (latent === 'default' || latent === 'all') return { mode: latent, axes: blank, shapes: '' };
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
  const problems: Problem[] = [];
  const take = <T>(path: string, parsed: Parsed<T>, otherwise: T): T => {
    if ('value' in parsed) return parsed.value;
    problems.push({ path, message: parsed.problem });
    return otherwise;
  };
  const whole = (path: string, text: string, least: number): number => {
    const value = text.trim() === '' ? NaN : Number(text);
    return take(
      path,
      Number.isSafeInteger(value) && value >= least ? { value } : { problem: `A whole number from ${least}.` },
      least,
    );
  };

  if (draft.name.trim() === '') problems.push({ path: 'name', message: 'A study needs a name.' });
  if (draft.dataset === '') problems.push({ path: 'dataset', message: 'Choose a dataset.' });
  if (draft.methods.length === 0) problems.push({ path: 'methods', message: 'Add at least one method.' });
  const alpha = Number(draft.alpha);
  if (!(alpha > 0 && alpha < 0.5)) problems.push({ path: 'comparison.alpha', message: 'Between 0 and 0.5.' });

  const counts = (): number[] => take('protocol.trainPerSubject', parseCounts(draft.trainPerSubject), [1]);
  const repeats = (): number => whole('protocol.repeats', draft.repeats, 1);
  const protocolOf = (): Protocol => {
    if (draft.protocol === 'given' && draft.given) return draft.given;
    if (draft.protocol === 'first') return { kind: 'first', trainPerSubject: counts() };
    if (draft.protocol === 'leave-one-out') return { kind: 'leave-one-out' };
    if (draft.protocol === 'k-fold') {
      return { kind: 'k-fold', folds: whole('protocol.folds', draft.folds, 2), repeats: repeats() };
    }
    return { kind: 'random', trainPerSubject: counts(), repeats: repeats() };
  };
  const { selection, ...kept }: Partial<StudySpec> = draft.source ?? {};
  const spec: StudySpecInput = {
    ...kept,
    name: draft.name.trim(),
    dataset: draft.dataset,
    protocol: protocolOf(),
    seed: whole('seed', draft.seed, 0),
    comparison: {
      ...kept.comparison,
      test: draft.test,
      alpha,
      correction: draft.correction === 'none' ? undefined : draft.correction,
      baseline: draft.baseline === 'best' ? undefined : draft.baseline,
    },
    ...(draft.innerSplits === null
      ? {}
      : { selection: { ...selection, innerSplits: whole('selection.innerSplits', draft.innerSplits, 1) } }),
    methods: draft.methods.map((entry, index) => {
      const info = infos.get(entry.method);
      const path = `methods.${index}`;
      const { settings, problems: unsaid } = parseSettings(info?.parameters ?? [], entry.settings);
      problems.push(...unsaid.map((problem) => ({ ...problem, path: `${path}.settings.${problem.path}` })));
      const label = entry.label.trim();
      return {
        method: entry.method,
        ...(label === '' ? {} : { label }),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        latent: latentOf(entry.grid, info?.latentNames.length ?? 1, path, take),
      };
    }),
  };
  return problems.length > 0 ? { spec: null, problems } : { spec, problems: [] };
}

function latentOf(
  grid: GridDraft,
  axes: number,
  path: string,
  take: <T>(path: string, parsed: Parsed<T>, otherwise: T) => T,
): LatentGrid {
  if (grid.mode === 'default' || grid.mode === 'all') return grid.mode;
  if (grid.mode === 'shapes') return take(`${path}.latent`, parseShapes(grid.shapes, axes), []);
  if (grid.mode === 'tied') return { tied: take(`${path}.latent.tied`, parseAxis(grid.axes[0] ?? ''), 'all') };
  if (grid.mode === 'matched') return { matched: take(`${path}.latent.matched`, parseAxis(grid.axes[0] ?? ''), 'all') };
  if (axes === 1) return take(`${path}.latent`, parseAxis(grid.axes[0] ?? ''), 'all');
  return {
    qc: take(`${path}.latent.qc`, parseAxis(grid.axes[0] ?? ''), 'all'),
    qr: take(`${path}.latent.qr`, parseAxis(grid.axes[1] ?? ''), 'all'),
  };
}
