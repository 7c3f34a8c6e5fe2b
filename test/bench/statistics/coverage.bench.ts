/** Coverage of every interval of 95 % that is printed, and false alarms of the tests of areas, at several sizes. */
import { test } from 'vitest';
import {
  areaFalseAlarms,
  repeatCoverage,
  subjectCoverage,
  type Coverage,
  type FoldSizes,
} from '../../support/intervalCoverage.ts';

const STUDIES = 200;
const FOLDS: readonly FoldSizes[] = [
  [1, 8],
  [1, 20],
  [1, 40],
  [5, 4],
  [5, 8],
  [10, 4],
];
const SPLITS = [
  [8, 2],
  [8, 5],
  [20, 2],
  [20, 5],
  [40, 3],
] as const;

test('false alarms of tests of areas at 0.05', { timeout: 3_600_000 }, () => {
  for (const [folds, subjects] of FOLDS) {
    const { delong, bootstrap } = areaFalseAlarms([folds, subjects], STUDIES);
    console.log(`${folds} × ${subjects} subjects: DeLong ${delong.toFixed(3)}, bootstrap ${bootstrap.toFixed(3)}`);
  }
});

test('coverage of printed intervals', { timeout: 3_600_000 }, () => {
  const text = ({ covered, strayed }: Coverage): string =>
    `${covered.toFixed(3)}, without its estimate ${strayed.toFixed(3)}`;
  for (const [folds, subjects] of FOLDS) {
    for (const [of, found] of subjectCoverage([folds, subjects], STUDIES, 999)) {
      console.log(`${folds} × ${subjects} subjects, ${of}: ${text(found)}`);
    }
  }
  for (const [subjects, training] of SPLITS) {
    console.log(`${subjects} subjects, k = ${training}, repeats: ${text(repeatCoverage(subjects, training, STUDIES))}`);
  }
});
