/**
 * Lists of genuine and impostor scores in the format of verification tools: two files of scores, or one that labels
 * each comparison. They are recognised only to explain their refusal: without its images a comparison belongs to no
 * split and gives no error rate.
 */
import { FormatError } from '../formats/formatError.ts';
import { isZip } from '../formats/zip.ts';
import type { ResultFile } from './importTarget.ts';

const KIND = /^(genuines?|impost[eo]rs?)$/i;
/** Number of bytes that are inspected. */
const START = 4096;

/** Throws FormatError that says what to supply instead if the files are such lists. */
export function refuseComparisonLists(files: readonly ResultFile[]): void {
  if (!files.every(isList)) return;
  throw new FormatError(
    'expected scores with the images that they compare, found a list of genuine or impostor scores: it names no ' +
      'images, so it cannot be checked against the splits and gives no error rate. Supply score files with the columns ' +
      'claimed_id real_id test_label score, or an .npz with a score per test and gallery image; both give EER, AUC and ' +
      'the ROC curve as well',
  );
}

/** Every line ends with a score, and the file name or every line states the kind, or a line holds only its score. */
function isList({ name, bytes }: ResultFile): boolean {
  if (isZip(bytes)) return false;
  const lines = linesOf(bytes);
  // The first line may be a header.
  const rows = lines.length > 1 && !endsWithScore(lines[0]) ? lines.slice(1) : lines;
  if (rows.length === 0 || !rows.every(endsWithScore)) return false;
  const base = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  const named = base.split(/[^A-Za-z]+/).some((word) => KIND.test(word));
  return named || rows.every((cells) => cells.length === 1 || cells.some((cell) => KIND.test(cell)));
}

/** The cells of the first lines of a text; a last line that may be truncated is left out. */
function linesOf(bytes: Uint8Array): string[][] {
  const lines = new TextDecoder().decode(bytes.subarray(0, START)).split(/\r?\n/);
  const whole = bytes.length > START ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '').map((line) => line.trim().split(/[\s,;]+/));
}

function endsWithScore(cells: readonly string[]): boolean {
  const last = cells[cells.length - 1];
  return last !== '' && Number.isFinite(Number(last));
}
