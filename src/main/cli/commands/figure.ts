import type { Band } from '../../../core/figures/characteristicBand.ts';
import type { BlockTestName } from '../../../core/compare/blocks/registry.ts';
import { CURVE_AXES, type CurveAxis } from '../../../core/figures/curvePoints.ts';
import type { FigureKind } from '../../../core/figures/figureKinds.ts';
import type { FigureSpecInput } from '../../../core/figures/figureSpec.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { UsageError } from '../errors.ts';
import { figureFormat } from '../figureFormat.ts';
import { figurePageOf, type FigurePageFlags } from '../figurePageOptions.ts';
import { putFile } from '../putFile.ts';
import { findLabels, findStudies, withEngine, type WorkspaceOptions } from '../workspace.ts';

interface FigureOptions extends WorkspaceOptions, FigurePageFlags, ContentFlags {
  readonly kind: FigureKind;
  readonly out: string;
  readonly theme: 'light' | 'dark';
}

/** What is drawn; each kind of figure takes some of them. */
interface ContentFlags {
  readonly condition?: string;
  readonly label?: string[];
  readonly measure?: MeasureId;
  readonly selection?: 'oracle' | 'validated';
  readonly scale?: 'log' | 'linear';
  readonly range?: 'full' | 'near';
  readonly shapes?: 'best' | 'square';
  readonly spread?: 'band' | 'bars' | 'none';
  readonly shading?: 'condition' | 'all';
  readonly per?: 'condition' | 'dataset';
  readonly alpha?: number;
  readonly rope?: number;
  readonly bayes?: BlockTestName;
  readonly axis?: string;
  readonly facets?: boolean;
  readonly band?: Band;
}

/** eigenbench figure: a figure of a study, or of the ranks over several, as SVG, PNG, PDF or TikZ. */
export async function figureCommand(names: readonly string[], options: FigureOptions): Promise<void> {
  const { out, theme } = options;
  const format = figureFormat(out);
  // Wrong usage needs no workspace.
  requireTaken(options, figureOf(options, names.length));
  const file = await withEngine(options, async (engine) => {
    const ids = await findStudies(engine, names);
    const label = options.label && (await findLabels(engine, ids[0], options.label));
    const figure = figureOf({ ...options, label }, names.length);
    return engine.client.studies.figure({ ids, figure, format, theme, page: figurePageOf(options) });
  });
  await putFile(file, out);
}

/** The fields of a figure that options fill, each that of its own name but for these. */
const FIELDS: Partial<Record<keyof ContentFlags, readonly string[]>> = {
  label: ['labels', 'label', 'against'],
  bayes: ['practicalTest'],
};

const CONTENT = [
  ...(['condition', 'label', 'measure', 'selection', 'scale', 'range', 'shapes', 'spread', 'shading'] as const),
  ...(['per', 'alpha', 'rope', 'bayes', 'axis', 'facets', 'band'] as const),
] satisfies readonly (keyof ContentFlags)[];

/** Throws UsageError for an option that this kind of figure has no use for. */
function requireTaken(options: FigureOptions, figure: FigureSpecInput): void {
  for (const name of CONTENT) {
    if (options[name] === undefined || (FIELDS[name] ?? [name]).some((field) => field in figure)) continue;
    throw new UsageError(`--${name} is not an option of --kind ${options.kind}.`);
  }
}

/** The figure that the options describe. */
function figureOf(options: FigureOptions, studies: number): FigureSpecInput {
  const {
    kind,
    condition,
    label: labels,
    measure,
    selection,
    scale,
    range,
    shapes,
    spread = 'band',
    alpha,
    axis,
    facets,
  } = options;
  const per = options.per ?? (studies > 1 ? 'dataset' : 'condition');
  switch (kind) {
    case 'overview':
      return { kind, measure, selection, shading: options.shading };
    case 'curves':
      return { kind, condition, measure, labels, axis: curveAxis(axis), scale, range, shapes, spread };
    case 'heat-map':
      if (labels?.length !== 1) throw new UsageError('A heat map is of one method: name it with --label.');
      return { kind, condition, measure, label: labels[0], range };
    case 'confusion':
      if (labels?.length !== 1) throw new UsageError('Confusions are of one method: name it with --label.');
      return { kind, condition, label: labels[0] };
    case 'conditions':
      return { kind, axis, facets, condition, measure, labels, selection, range, spread };
    case 'power': {
      if (labels?.length !== 2) throw new UsageError('Power is of two methods: name them with --label A B.');
      return { kind, condition, measure, labels, selection, alpha };
    }
    case 'repeats':
    case 'time':
      return { kind, condition, measure, labels, selection };
    case 'ranks':
      return { kind, measure, selection, alpha, per };
    case 'practical':
      if (labels && labels.length > 1)
        throw new UsageError('--label: practical differences are of all pairs, or of one.');
      return { kind, measure, selection, per, rope: options.rope, practicalTest: options.bayes, against: labels?.[0] };
    default:
      return { kind: 'characteristic', curve: kind, condition, labels, selection, band: options.band };
  }
}

function curveAxis(wanted: string | undefined): CurveAxis | undefined {
  const axis = CURVE_AXES.find((known) => known === wanted);
  if (wanted === undefined || axis) return axis;
  throw new UsageError(`--axis: curves have the axes ${CURVE_AXES.join(' and ')}, not "${wanted}".`);
}
