/** The images of a dataset by what they do in a split. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';
import { rolesOf, splitMembers, type SplitRole } from '../../core/figures/splitView.ts';
import type { StudySplit } from '../../core/contract/studyResults.ts';
import type { FaceMark } from '../faces/thumbnailLines.ts';

const words = {
  roles: { train: 'Training', gallery: 'Gallery', test: 'Test' },
  unused: 'left out',
};

export const roleTitles = words.roles;

export type Role = keyof typeof roleTitles;

export interface RoleCount {
  readonly role: Role;
  readonly images: number;
  readonly subjects: number;
}

const ROLES = Object.keys(roleTitles) as Role[];
const LOOKS: Readonly<Record<SplitRole, FaceMark['look']>> = {
  training: 'framed',
  gallery: 'outlined',
  test: 'plain',
  unused: 'faded',
};

/** The roles that a split gives, with the number of its images and of their subjects. */
export function roleCounts(bySubject: readonly DatasetSubject[], split: StudySplit): RoleCount[] {
  return ROLES.filter((role) => split[role] !== null).map((role) => ({
    role,
    images: split[role]!.length,
    subjects: imagesOf(bySubject, split, role).length,
  }));
}

/** The images of one role by subject. */
export function imagesOf(bySubject: readonly DatasetSubject[], split: StudySplit, role: Role): DatasetSubject[] {
  const members = new Set(split[role]);
  return bySubject
    .map(({ subject, images }) => ({ subject, images: images.filter(({ index }) => members.has(index)) }))
    .filter(({ images }) => images.length > 0);
}

/** What each image does in the split, as its picture in the form marks it; the first of several roles frames it. */
export function roleMarks(bySubject: readonly DatasetSubject[], split: StudySplit): ReadonlyMap<number, FaceMark> {
  const members = splitMembers(split);
  const markOf = (image: number): FaceMark => {
    const roles = rolesOf(image, members);
    return { look: LOOKS[roles[0]], title: roles.map((role) => (role === 'unused' ? words.unused : role)).join(', ') };
  };
  return new Map(bySubject.flatMap(({ images }) => images.map(({ index }) => [index, markOf(index)])));
}
