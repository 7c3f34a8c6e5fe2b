/** The tests and corrections on offer, in the words of the form. */
import type { StudySpec } from '../../core/study/spec/spec.ts';

type Test = StudySpec['comparison']['test'];
type Correction = NonNullable<StudySpec['comparison']['correction']>;

export const testTitles: Readonly<Record<Test, string>> = {
  'two-sample-t': 'Two-sample t, pooled variance',
  welch: 'Two-sample t, Welch',
  'paired-t': 'Paired t',
  'corrected-resampled-t': 'Corrected resampled t (Nadeau, Bengio)',
  wilcoxon: 'Wilcoxon signed-rank',
  sign: 'Sign',
};

export const correctionTitles: Readonly<Record<Correction, string>> = {
  none: 'None',
  holm: 'Holm',
  bonferroni: 'Bonferroni',
};
