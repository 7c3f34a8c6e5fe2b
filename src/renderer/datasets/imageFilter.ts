/** A choice among the images of a dataset by subject and attributes. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';

/** What is asked of an image; '' asks nothing. */
export interface ImageFilter {
  /** Part of the subject's name. */
  readonly subject: string;
  /** Wanted value by the name of an attribute. */
  readonly attributes: Readonly<Record<string, string>>;
}

export const noFilter: ImageFilter = { subject: '', attributes: {} };

/** True where the filter asks for anything. */
export function isFiltering({ subject, attributes }: ImageFilter): boolean {
  return subject.trim() !== '' || Object.values(attributes).some((value) => value !== '');
}

/** The subjects with the images that the filter lets through; subjects without any are left out. */
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
