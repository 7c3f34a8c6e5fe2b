/** Kinds of characteristic curves, all with the same fields. */
import { z } from 'zod';
import { schemasOf } from '../../choice.ts';
import { field } from '../../field.ts';
import {
  characteristicChart,
  countedCurve,
  type Characteristic,
  type CharacteristicId,
} from '../charts/characteristic.ts';
import { BANDS, type Band } from '../charts/lineChart.ts';
import { comparisonTarget } from '../../study/spec/comparedWith.ts';
import { condition, labels, selection } from '../fields.ts';
import { declareCharts, type FigureDeclaration, type FigureSubject } from '../figure.ts';
import { FigureRefusal, figureContext, type FigureSource } from '../figureSource.ts';

const comparesPairs = ({ spec }: Pick<FigureSubject, 'spec'>): boolean => comparisonTarget(spec.protocol).pairs;

export interface CharacteristicSpec {
  readonly kind: CharacteristicId;
  readonly condition?: string;
  readonly labels?: readonly string[];
  readonly selection: 'oracle' | 'validated';
  readonly band: Band;
}

/** Bands around the curves; over subjects only for ROC and DET curves of pairs. */
function bandField(kind: CharacteristicId) {
  const subjects = countedCurve(kind) === 'roc' ? comparesPairs : () => false;
  return field(z.enum(BANDS.map(({ id }) => id)).default('deviation'), {
    title: 'Bands',
    help: 'bands of one standard deviation, or of 95% over repeats or over subjects (roc, det of pairs)',
    options: BANDS.map(({ id, title }) => ({ value: id, title, ...(id === 'subjects' && { offered: subjects }) })),
  });
}

function characteristic<const Kind extends CharacteristicId>(
  kind: Kind,
  declared: Pick<FigureDeclaration, 'title' | 'help' | 'icon' | 'verticalAxis'> & {
    readonly group: NonNullable<FigureDeclaration['group']>;
  },
) {
  return declareCharts({
    kind,
    ...declared,
    studies: 'one',
    fields: { condition, labels, selection, band: bandField(kind) },
    read(figure, source) {
      const { curves, subject } = readCharacteristics(figure, source);
      return [characteristicChart(kind, curves, subject, figure.band)];
    },
  });
}

export const cmc = characteristic('cmc', {
  title: 'Cumulative match',
  help: 'Share of the test images whose subject is among the first ranks.',
  icon: 'M2 1V15H23M5 12H9V8H13V5.5H17V4H22',
  group: 'identification',
});

export const roc = characteristic('roc', {
  title: 'ROC',
  help: 'Genuine pairs accepted against the false acceptance rate.',
  icon: 'M2 1V15H23M2 15C2 7 9 2 23 2M9 10.5L12 8.5M15 6.5L18 4.5',
  group: 'verification',
});

export const det = characteristic('det', {
  title: 'DET',
  help: 'Detection error trade-off: genuine pairs missed against the false acceptance rate, on normal deviates.',
  icon: 'M2 1V15H23M5 2L21 10M5 6L17 13',
  group: 'verification',
  verticalAxis: 'deviates',
});

export const epc = characteristic('epc', {
  title: 'Expected performance',
  help: 'Half total error rate at the threshold that development pairs choose, against the weight of false acceptance in that choice.',
  icon: 'M2 1V15H23M5 4C9 13.5 17 13.5 22 3',
  group: 'decisions',
});

export const dir = characteristic('dir', {
  title: 'Detection and identification',
  help: 'Watched subjects found at rank 1 against the rate of unknown images accepted as a watched subject.',
  icon: 'M2 1V15H23M5 13C9 6 14 4 22 3.5M12 1V3M12 8V10M12 13V15',
  group: 'open-set',
});

export const twoClassRoc = characteristic('two-class-roc', {
  title: 'ROC of two classes',
  help: 'Images of the second class accepted against the false acceptance rate.',
  icon: 'M2 1V15H23M2 15C2 7 9 2 23 2M2 15C6 10.5 13 7.5 23 6.5',
  group: 'two-class',
});

export const characteristicKinds = [cmc, roc, det, epc, dir, twoClassRoc] as const;

export const characteristicSpecSchema = z.discriminatedUnion('kind', schemasOf(characteristicKinds));

/** Measured curves of a study, and their subject. Throws FigureRefusal like a figure. */
export function readCharacteristics(
  figure: CharacteristicSpec,
  source: FigureSource,
): { readonly curves: readonly Characteristic[]; readonly subject: string } {
  const [{ spec }] = source.studies;
  const { kind, labels, selection, band } = figure;
  if (band === 'subjects' && (countedCurve(kind) !== 'roc' || !comparesPairs({ spec }))) {
    throw new FigureRefusal(
      'figure.band: only ROC and DET curves of pairs are drawn over subjects; expected "deviation", "interval" or "none".',
      'figure.band',
    );
  }
  const { table, condition } = figureContext(source, figure);
  const measured = source.characteristics(table, kind, condition.key, selection, band);
  const curves = measured.filter(({ label }) => labels === undefined || labels.includes(label));
  if (curves.length > 0) return { curves, subject: `${condition.title}, ${table.dataset}` };
  const group = characteristicKinds.find((declared) => declared.kind === kind)!.group!;
  throw new FigureRefusal(
    spec.measures?.includes(group)
      ? `No method has a curve "${kind}" in ${condition.title}.`
      : `The study has not measured "${kind}"; a spec asks for it by "${group}" in "measures".`,
    'figure.kind',
  );
}
