/** A choice among the images of a dataset by subject and attributes. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';

/** The properties that images must have; '' stands for any. */
export interface ImageFilter {
  /** Part of the subject's name. */
  readonly subject: string;
  /** The value by the name of the attribute. */
  readonly attributes: Readonly<Record<string, string>>;
}

export const noFilter: ImageFilter = { subject: '', attributes: {} };

/** Whether the filter restricts the images. */
export function isFiltering({ subject, attributes }: ImageFilter): boolean {
  return subject.trim() !== '' || Object.values(attributes).some((value) => value !== '');
}

/** The subjects with the images that match; subjects without any are left out. */
export function filterImages(subjects: readonly DatasetSubject[], filter: ImageFilter): readonly DatasetSubject[] {
  if (!isFiltering(filter)) return subjects;
  const part = filter.subject.trim().toLowerCase();
  const wanted = Object.entries(filter.attributes).filter(([, value]) => value !== '');
  return subjects
    .filter(({ subject }) => subject.toLowerCase().includes(part))
    .map(({ subject, images }) => ({
      subject,
      images: images.filter(({ attributes }) => wanted.every(([name, value]) => attributes[name] === value)),
    }))
    .filter(({ images }) => images.length > 0);
}
