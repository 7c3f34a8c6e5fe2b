/** The figures that the panel of curves has of a study, and what it asks of the engine for each. */
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { factsOf, type Fields } from '../../../core/field.ts';
import type { FigureSubject } from '../../../core/figures/figure.ts';
import { figureDeclarations, figureOf, type FigureKind, type FigureSpecInput } from '../../../core/figures/registry.ts';
import { comparisonTarget } from '../../../core/study/spec/comparedWith.ts';
import { uncapitalised } from '../../../core/text/phrases.ts';
import { conditionAxes, type ConditionAxis } from '../../../core/study/spec/conditionAxes.ts';
import type { Curve } from '../../../core/study/table/table.ts';

/** A figure by the value of its choice. */
export interface FigureChoice {
  readonly value: string;
  readonly title: string;
  readonly kind: FigureKind;
  /** Fields that the choice decides. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly axis?: ConditionAxis;
  readonly curve?: Curve;
}

/** Kinds that other panels show. */
const ELSEWHERE: readonly FigureKind[] = [
  'overview',
  'confusion',
  'power',
  'practical',
  'difference',
  'hardest',
  'mistake',
  'wrong-pairs',
  'split',
];

/**
 * One entry per kind that the study has measured; per number of the conditions, and per grid. Verification begins with
 * its ROC curve. `compares`: whether there are methods to rank.
 */
export function figureChoices(curves: readonly Curve[], spec: StudyDetails['spec'], compares: boolean): FigureChoice[] {
  const { measures = [] } = spec;
  const choices = figureDeclarations
    .filter(({ kind }) => !ELSEWHERE.includes(kind))
    .flatMap(({ kind, title, group }): FigureChoice[] => {
      if (kind === 'conditions') return conditionAxes(spec).map(axisChoice);
      if (kind === 'heat-map') return curves.filter(isGrid).map(gridChoice);
      if (kind === 'ranks' && !compares) return [];
      return group === undefined || measures.includes(group) ? [{ value: kind, title, kind, fixed: {} }] : [];
    });
  const { pairs } = comparisonTarget(spec.protocol);
  return pairs ? choices.toSorted((a, b) => Number(b.kind === 'roc') - Number(a.kind === 'roc')) : choices;
}

/** The kinds among choices, one of which may have several: per number of the conditions, and per grid. */
export function kindChoices(
  choices: readonly FigureChoice[],
): { readonly value: FigureKind; readonly title: string }[] {
  return [...Map.groupBy(choices, ({ kind }) => kind)].map(([kind, [first, ...others]]) => ({
    value: kind,
    title: others.length === 0 ? first.title : figureOf(kind).title,
  }));
}

function axisChoice(axis: ConditionAxis): FigureChoice {
  const title = `Against ${uncapitalised(axis.title)}`;
  return { value: `axis ${axis.id}`, title, kind: 'conditions', fixed: { axis: axis.id }, axis };
}

function isGrid({ latentNames, points }: Curve): boolean {
  return latentNames.length === 2 && points.length > 0;
}

function gridChoice(curve: Curve): FigureChoice {
  const { label } = curve;
  return { value: `grid ${label}`, title: `${label} grid`, kind: 'heat-map', fixed: { label }, curve };
}

/** What the panel shows, for the fields that ask for it. */
export interface ShownFields {
  readonly condition: string;
  readonly measure: string;
  readonly selection: 'oracle' | 'validated';
  /** Absent: all methods. */
  readonly labels: readonly string[] | undefined;
}

/** The figure as the engine draws it for papers; `choices`: what the reader has chosen, by name. */
export function engineFigure(
  { kind, fixed }: FigureChoice,
  shown: ShownFields,
  choices: Readonly<Record<string, unknown>>,
): FigureSpecInput {
  const fields = Object.entries(figureOf(kind).fields);
  const values = fields.flatMap(([name, schema]): [string, unknown][] => {
    const { methods, shows } = factsOf(schema);
    if (methods) return methods.most > 1 ? [[name, shown.labels]] : [];
    if (shows) return [[name, shown[shows]]];
    // What another kind of figure offers falls back to the default.
    return schema.safeParse(choices[name]).success ? [[name, choices[name]]] : [];
  });
  return { kind, ...Object.fromEntries(values), ...fixed } as FigureSpecInput;
}

/** Whether the shapes that a figure draws may be chosen in either way. */
export function hasSelection(kind: FigureKind): boolean {
  return 'selection' in figureOf(kind).fields;
}

/** The fields of a kind that the reader is asked for, by name. */
export function askedFields(kind: FigureKind, subject: FigureSubject): Fields {
  const isAsked = ([, schema]: [string, Fields[string]]): boolean => {
    const { title, offered } = factsOf<FigureSubject>(schema);
    return title !== undefined && (offered?.(subject) ?? true);
  };
  return Object.fromEntries(Object.entries(figureOf(kind).fields).filter(isAsked));
}

/** Methods that a chart begins with. */
const FIRST = 5;

/** Labels that a chart leaves out at first; `ordered` is the best first, `kept` are in whatever their place. */
export function hiddenAtFirst(ordered: readonly string[], kept: readonly string[]): ReadonlySet<string> {
  if (ordered.length <= FIRST + 1) return new Set();
  return new Set(ordered.slice(FIRST).filter((label) => !kept.includes(label)));
}
