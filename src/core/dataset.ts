import { imageIdentities, type ImageIdentities } from './identities.ts';
import type { AttributeCodes } from './methods/method.ts';

export interface AttachedVectors {
  /** SHA-256 (hex). */
  readonly hash: string;
  /** Numbers per image. */
  readonly length: number;
  /** The network is stored, so vectors of perturbed images can be computed as well. */
  readonly network?: true;
}

/** By name. */
export type Attachments = Readonly<Record<string, AttachedVectors>>;

/** Facts about a dataset that the study engine needs; pixels are needed only to evaluate cells. */
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
  /** Vectors of the images computed by another program; absent: none. */
  readonly attachments?: Attachments;
  /** Attributes of every image (session, pose, …); absent if not needed. */
  readonly attributes?: readonly Readonly<Record<string, string>>[];
  /** Which image is which; absent: the images have no names, and are counted within their subjects. */
  readonly identities?: ImageIdentities;
}

/** Input for drawing splits. Images with the label −1 are excluded. */
export interface SplitSource extends Pick<
  DatasetFacts,
  'hash' | 'labels' | 'subjects' | 'attributes' | 'attachments' | 'identities'
> {
  /** What splits are drawn by, if not by the identities of the images: the hash of the pixels and their order. */
  readonly draws?: 'pixels';
}

/** Identities of all images of a dataset, of the excluded ones as well. */
export function identitiesOf({
  identities,
  labels,
  subjects,
}: Pick<DatasetFacts, 'identities' | 'labels' | 'subjects'>): ImageIdentities {
  return identities ?? imageIdentities(labels, subjects);
}

/** Indices of the included images, ascending. */
export function includedImages(dataset: Pick<DatasetFacts, 'labels'>): number[] {
  return Array.from({ length: dataset.labels.length }, (_, i) => i).filter((i) => dataset.labels[i] >= 0);
}

/** Values of an attribute among the included images, ordered as numbers, then as text. */
export function attributeValues(dataset: SplitSource, attribute: string): string[] {
  const values = new Set<string>();
  for (const image of includedImages(dataset)) {
    const value = dataset.attributes?.[image]?.[attribute];
    if (value !== undefined) values.add(value);
  }
  return [...values].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** Values of these attributes for every image, coded by their index in `attributeValues`; −1 for images without one. */
export function attributeCodes(dataset: SplitSource, names: readonly string[]): AttributeCodes {
  return Object.fromEntries(
    names.map((name) => {
      const place = new Map(attributeValues(dataset, name).map((value, code) => [value, code]));
      const codeOf = (image: number): number => place.get(dataset.attributes?.[image]?.[name] ?? '') ?? -1;
      return [name, Int32Array.from({ length: dataset.labels.length }, (_, image) => codeOf(image))];
    }),
  );
}

/** File of every image by its index, from a dataset listed by subject. */
export function filesByIndex(
  bySubject: readonly { readonly images: readonly { readonly index: number; readonly file: string }[] }[],
): string[] {
  const files: string[] = [];
  for (const { images } of bySubject) for (const { index, file } of images) files[index] = file;
  return files;
}

/** The images of every subject, ascending; entry s belongs to subject s and may be empty. */
export function imagesBySubject(dataset: Pick<DatasetFacts, 'labels' | 'subjects'>): number[][] {
  const groups: number[][] = dataset.subjects.map(() => []);
  for (let i = 0; i < dataset.labels.length; i++) if (dataset.labels[i] >= 0) groups[dataset.labels[i]].push(i);
  return groups;
}
