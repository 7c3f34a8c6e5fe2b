/** Studies of several forms of the same images: whether their splits are the same. */

/** The dataset of a study, and its splits. */
export interface StudyForm {
  /** Name of the dataset. */
  readonly dataset: string;
  /** Hash of its images. */
  readonly hash: string;
  /** Key of the identities of its images: equal for forms of the same images with the same subjects and names. */
  readonly identities: string;
  /** Keys of the conditions, without perturbations. */
  readonly conditions: readonly string[];
  /** A key that conditions with the same splits share. */
  readonly splitsOf: (condition: string) => string;
}

/**
 * A sentence for every two datasets whose images have the same subjects and names: whether the splits of the conditions
 * that their studies share are the same, repeat by repeat.
 */
export function sharedSplitSentences(studies: readonly StudyForm[]): string[] {
  const sentences = studies.flatMap((a, i) =>
    studies.slice(i + 1).flatMap((b) => {
      if (a.hash === b.hash || a.identities !== b.identities) return [];
      const common = a.conditions.filter((condition) => b.conditions.includes(condition));
      const same = common.filter((condition) => a.splitsOf(condition) === b.splitsOf(condition));
      const forms = `By subjects and names, the datasets ${a.dataset} and ${b.dataset} hold the same images in other forms`;
      if (common.length === 0) return [];
      if (same.length === common.length) return [`${forms}; their splits are the same.`];
      return same.length === 0
        ? [`${forms}; their splits differ.`]
        : [`${forms}; their splits are the same in ${same.join(', ')} and differ elsewhere.`];
    }),
  );
  return [...new Set(sentences)];
}
