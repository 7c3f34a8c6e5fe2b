/** The images of a dataset by what they do in a split. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';
import type { StudySplit } from '../../core/contract/studies.ts';
import type { GallerySubject } from '../faces/thumbnailLines.ts';

export const roleTitles = { train: 'Training', gallery: 'Gallery', test: 'Test' } as const;

export type Role = keyof typeof roleTitles;

export interface RoleCount {
  readonly role: Role;
  readonly images: number;
  readonly subjects: number;
}

/** The roles that a split gives, with the number of its images and of their subjects. */
export function roleCounts(bySubject: readonly DatasetSubject[], split: StudySplit): RoleCount[] {
  const roles = (Object.keys(roleTitles) as Role[]).filter((role) => split[role] !== null);
  return roles.map((role) => ({
    role,
    images: split[role]!.length,
    subjects: splitParts(bySubject, split, [role]).length,
  }));
}

/** Every subject's images, a part for each of the roles in which it has any. */
export function splitParts(
  bySubject: readonly DatasetSubject[],
  split: StudySplit,
  roles: readonly Role[],
): GallerySubject[] {
  const members = roles.map((role) => ({ part: roleTitles[role].toLowerCase(), indices: new Set(split[role]) }));
  return bySubject
    .flatMap(({ subject, images }) =>
      members.map(({ part, indices }) => ({ subject, part, images: images.filter(({ index }) => indices.has(index)) })),
    )
    .filter(({ images }) => images.length > 0);
}
