/** What a study has to compute: its cells, in the order in which they should run. */
import { latentShapes } from '../methods/latentGrid.ts';
import type { LatentShape, Method, Settings } from '../methods/method.ts';
import { findMethod } from '../methods/registry.ts';
import { resolveSettings } from '../methods/settings.ts';
import { conditionsOf, repeatCount, trainPerSubject } from './conditions.ts';
import type { DatasetFacts } from './dataset.ts';
import { hashOf } from './identity.ts';
import type { Condition } from './result.ts';
import type { LatentGrid, StudyMethod, StudySpec } from './spec.ts';

/** A method of a study with its settings filled in. */
export interface PlannedMethod {
  /** Hash of method id, filled-in settings and latent grid; the label is not part of it. */
  readonly key: string;
  readonly label: string;
  readonly methodId: string;
  readonly settings: Settings;
  readonly latent: LatentGrid;
}

/** One (condition, repeat, method): the unit that is computed, committed and resumed. */
export interface PlannedCell {
  /**
   * Names everything the result depends on: a hash of dataset, seed, classifier and method, the condition, and the
   * repeat (of explicit splits, a hash of the split). A study that gains methods, repeats or conditions keeps the cells
   * that it has.
   */
  readonly key: string;
  readonly condition: string;
  /** Numbered from 1. */
  readonly repeat: number;
  readonly methodKey: string;
  readonly label: string;
}

export interface StudyPlan {
  readonly conditions: readonly Condition[];
  readonly repeats: number;
  readonly methods: readonly PlannedMethod[];
  /** Breadth first over repeats: all methods and conditions of repeat 1, then of repeat 2, … */
  readonly cells: readonly PlannedCell[];
}

/** The methods of a spec with labels and settings filled in. Throws for unknown methods and settings; see checkSpec. */
export function plannedMethods(spec: Pick<StudySpec, 'methods'>): PlannedMethod[] {
  return spec.methods.map((entry) => {
    const method = requireMethod(entry.method);
    const settings = resolveSettings(method, entry.settings);
    return {
      key: hashOf({ method: method.id, settings, latent: entry.latent }).slice(0, 16),
      label: labelOf(entry, method),
      methodId: method.id,
      settings,
      latent: entry.latent,
    };
  });
}

/** The plan of a checked spec. */
export function planStudy(spec: StudySpec, dataset: Pick<DatasetFacts, 'hash'>): StudyPlan {
  const conditions = conditionsOf(spec.protocol);
  const repeats = repeatCount(spec.protocol);
  const methods = plannedMethods(spec);
  const bases = methods.map((method) =>
    // Fields that the first specs did not have are left out of the hash where absent: keys of stored cells stay.
    hashOf({
      dataset: dataset.hash,
      seed: spec.seed,
      classifier: spec.classifier,
      method: method.key,
      selection: spec.selection,
    }).slice(0, 32),
  );
  const cells: PlannedCell[] = [];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const draw =
      spec.protocol.kind === 'random' ? String(repeat) : hashOf(spec.protocol.splits[repeat - 1]).slice(0, 16);
    for (const condition of conditions) {
      methods.forEach((method, index) => {
        const key = `${bases[index]}:${condition.key}:${draw}`;
        cells.push({ key, condition: condition.key, repeat, methodKey: method.key, label: method.label });
      });
    }
  }
  return { conditions, repeats, methods, cells };
}

/** The name of a method in tables: its label, else the title of the method. */
export function labelOf(entry: StudyMethod, method: Pick<Method, 'title'>): string {
  return entry.label ?? method.title;
}

/** Number of training images of every repeat of a condition; one entry where all repeats have the same. */
export function trainCounts(spec: Pick<StudySpec, 'protocol'>, condition: string, subjects: number): number[] {
  const { protocol } = spec;
  return protocol.kind === 'random'
    ? [trainPerSubject(protocol, condition) * subjects]
    : protocol.splits.map((split) => split.train.length);
}

/** What a study amounts to before it runs. */
export interface PlanSize {
  readonly cells: number;
  /** Model fits: one a cell for nested methods, one a latent shape for the others. */
  readonly fits: number;
  readonly conditions: readonly Condition[];
  /** Number of latent shapes of each method and the largest of them, over all conditions. */
  readonly methods: readonly { readonly label: string; readonly shapes: number; readonly largest: LatentShape }[];
}

/** Cells, fits and latent shapes of a checked spec. */
export function planSize(spec: StudySpec, dataset: Pick<DatasetFacts, 'rows' | 'cols' | 'subjects'>): PlanSize {
  const conditions = conditionsOf(spec.protocol);
  const repeats = repeatCount(spec.protocol);
  let fits = 0;
  const methods = plannedMethods(spec).map(({ label, methodId, latent }) => {
    const method = requireMethod(methodId);
    const byCount = new Map<number, readonly LatentShape[]>();
    let most: readonly LatentShape[] = [];
    for (const condition of conditions) {
      const counts = trainCounts(spec, condition.key, dataset.subjects.length);
      for (const count of counts) {
        const shapes =
          byCount.get(count) ??
          latentShapes(method, latent, dataset.rows, dataset.cols, count, dataset.subjects.length);
        byCount.set(count, shapes);
        fits += (method.sweep ? 1 : shapes.length) * (counts.length === 1 ? repeats : 1);
        if (shapes.length > most.length) most = shapes;
      }
    }
    return { label, shapes: most.length, largest: most[most.length - 1] ?? [] };
  });
  return { cells: conditions.length * repeats * methods.length, fits, conditions, methods };
}

function requireMethod(id: string): Method {
  const method = findMethod(id);
  if (!method) throw new RangeError(`Unknown method "${id}"`);
  return method;
}
