/** What the study engine has to know about a dataset; the pixels are needed only where a cell is evaluated. */
export interface DatasetFacts {
  readonly name: string;
  /** SHA-256 (hex) of shape, pixels and labels. */
  readonly hash: string;
  readonly rows: number;
  readonly cols: number;
  /** Subject number 0 … K−1 of every image. */
  readonly labels: ArrayLike<number>;
  /** Name of every subject. */
  readonly subjects: readonly string[];
}

/** The images of every subject, ascending; entry s belongs to subject s. */
export function imagesBySubject(dataset: Pick<DatasetFacts, 'labels' | 'subjects'>): number[][] {
  const groups: number[][] = dataset.subjects.map(() => []);
  for (let i = 0; i < dataset.labels.length; i++) groups[dataset.labels[i]].push(i);
  return groups;
}
