/** The sentences at the top of the page of a dataset: how much it holds, what to check, and where it comes from. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import { day, duration, integer, plural } from '../words/format.ts';

const NUMBERS = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Two things to check.", of an audit that is complete or not. */
export function checkSentence(things: number, complete: boolean): string {
  const number = NUMBERS[things] ?? integer(things);
  const noun = things === 0 ? '' : things === 1 ? ' thing' : ' things';
  return `${number}${noun} to check${things === 0 && !complete ? ' so far' : ''}.`;
}

/** The databases that an import recognises by their names. */
const DATABASES: Readonly<Record<string, string>> = {
  orl: 'the ORL (AT&T) face database',
  'orl-flat': 'the ORL (AT&T) face database',
  yale: 'the Yale face database',
  yaleb: 'the Extended Yale B database',
  ar: 'the AR face database',
  xm2vts: 'the XM2VTS database',
  feret: 'the FERET database',
  colorferet: 'the colour FERET database',
  jaffe: 'the JAFFE database',
  umist: 'the UMIST (Sheffield) face database',
  pie: 'the CMU PIE database',
  multipie: 'the CMU Multi-PIE database',
  caspeal: 'the CAS-PEAL database',
  ck: 'the CK+ database',
  lfw: 'Labeled Faces in the Wild',
};

/** Shape, grey values and origin. `seconds` is the time of an import that has just ended; null for others. */
export function originLine(dataset: DatasetSummary, seconds: number | null): string {
  const { rows, cols, range, layout, source, createdAt, preprocessing, coloured } = dataset;
  const size = cols === 1 ? `${plural(rows, 'number')} each` : `${integer(rows)} rows × ${integer(cols)} columns`;
  const values = `${cols === 1 ? '' : 'grey '}values ${range.map((value) => Number(value.toPrecision(4))).join(' to ')}`;
  const time = seconds === null ? '' : `in ${duration(seconds)}, `;
  const name = source.split(/[\\/]/).findLast((part) => part !== '');
  return [
    `${size}, ${values}`,
    ...(coloured ? ['colours kept'] : []),
    ...(layout in DATABASES ? [`recognised as ${DATABASES[layout]}`] : []),
    preprocessing === null
      ? `imported ${time}${day(createdAt)}${name === undefined ? '' : `, from “${name}”`}`
      : `made ${time}${day(createdAt)} from ${preprocessing.origin.name} by ${preprocessing.steps.join(', ')}`,
  ].join(' · ');
}
