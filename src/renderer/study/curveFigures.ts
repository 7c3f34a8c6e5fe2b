/** The figures over the latent dimension or a threshold that a study has, and how the engine draws them. */
import type { StudyDetails } from '../../core/contract/studies.ts';
import { BANDS } from '../../core/figures/characteristicBand.ts';
import {
  characteristicKinds,
  countedCurve,
  figureTitle,
  type CharacteristicId,
} from '../../core/figures/figureKinds.ts';
import type { FigureSpecInput } from '../../core/figures/figureSpec.ts';
import { uncapitalised } from '../../core/text/words.ts';
import { conditionAxes, type ConditionAxis } from '../../core/study/spec/conditionAxes.ts';
import type { Curve } from '../../core/study/table/curve.ts';

export type CurveFigure =
  | { readonly kind: 'curves' }
  | { readonly kind: 'conditions'; readonly axis: ConditionAxis }
  | { readonly kind: 'repeats' }
  | { readonly kind: 'time' }
  | { readonly kind: 'grid'; readonly curve: Curve }
  | { readonly kind: 'characteristic'; readonly curve: CharacteristicId };

/** A figure by the value of its choice. */
export interface FigureChoice {
  readonly value: string;
  readonly title: string;
  readonly figure: CurveFigure;
}

/** A measure against latent dimensions, lists of the spec and time; the repeats; characteristics; grids. */
export function figureChoices(curves: readonly Curve[], spec: StudyDetails['spec']): FigureChoice[] {
  const { measures = [] } = spec;
  return [
    { value: 'curves', title: figureTitle('curves'), figure: { kind: 'curves' } },
    ...conditionAxes(spec).map((axis): FigureChoice => ({
      value: `axis ${axis.id}`,
      title: `Against ${uncapitalised(axis.title)}`,
      figure: { kind: 'conditions', axis },
    })),
    { value: 'time', title: 'Against computing time', figure: { kind: 'time' } },
    { value: 'repeats', title: figureTitle('repeats'), figure: { kind: 'repeats' } },
    ...characteristicKinds
      .filter(({ group }) => measures.includes(group))
      .map(({ id, title }): FigureChoice => ({
        value: id,
        title,
        figure: { kind: 'characteristic', curve: id },
      })),
    ...curves
      .filter(({ latentNames, points }) => latentNames.length === 2 && points.length > 0)
      .map((curve): FigureChoice => ({
        value: `grid ${curve.label}`,
        title: `${curve.label} ${figureTitle('heat-map').toLowerCase()}`,
        figure: { kind: 'grid', curve },
      })),
  ];
}

type Wanted<K extends FigureSpecInput['kind']> = Omit<Extract<FigureSpecInput, { kind: K }>, 'kind'>;

/** The figure as the engine draws it for papers. */
export function engineFigure(
  figure: CurveFigure,
  {
    selection,
    facets,
    band,
    ...look
  }: Wanted<'curves'> & Pick<Wanted<'conditions'>, 'selection' | 'facets'> & Pick<Wanted<'characteristic'>, 'band'>,
): FigureSpecInput {
  const { condition, labels, range, measure, spread } = look;
  switch (figure.kind) {
    case 'curves':
      return { kind: 'curves', ...look };
    case 'conditions':
      return { kind: 'conditions', axis: figure.axis.id, condition, facets, labels, selection, range, measure, spread };
    case 'repeats':
    case 'time':
      return { kind: figure.kind, condition, labels, selection, measure };
    case 'grid':
      return { kind: 'heat-map', condition, label: figure.curve.label, measure, range };
    case 'characteristic':
      return {
        kind: 'characteristic',
        condition,
        labels,
        selection,
        curve: figure.curve,
        band,
      };
  }
}

/** The bands that a characteristic may have; over subjects only where it is of pairs. */
export function bandsOf(curve: CharacteristicId, pairs: boolean): readonly (typeof BANDS)[number][] {
  return BANDS.filter(({ id }) => id !== 'subjects' || (pairs && countedCurve(curve) === 'roc'));
}

/** Above this number of methods the chart begins with the best of them. */
const MOST_AT_ONCE = 10;

/** Labels that a chart leaves out at first; `ordered` is the best first, `kept` are in whatever their place. */
export function hiddenAtFirst(ordered: readonly string[], kept: readonly string[] = []): ReadonlySet<string> {
  if (ordered.length <= MOST_AT_ONCE) return new Set();
  const always = ordered.filter((label) => kept.includes(label));
  const others = ordered.filter((label) => !kept.includes(label));
  return new Set(others.slice(Math.max(0, MOST_AT_ONCE - always.length)));
}
