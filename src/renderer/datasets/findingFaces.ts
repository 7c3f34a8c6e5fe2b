/** The images of a finding as faces to enlarge, and the points that are marked on them. */
import type { Point } from '../../core/images/preprocess/steps.ts';
import type { ZoomedFace } from '../faces/faceZoom.ts';
import type { GreyImage } from '../faces/greyImage.ts';
import type { Finding } from './auditFindings.ts';

/** All images of a finding, group by group. */
export function zoomedFaces(
  { groups }: Finding,
  dataset: number,
  images: ReadonlyMap<number, GreyImage>,
): readonly ZoomedFace[] {
  return groups.flatMap(({ images: group, note }) =>
    group.map(({ index, file, subject }) => ({
      title: file,
      note: note === '' ? subject : `${subject} · ${note}`,
      image: images.get(index),
      stored: { dataset, position: index },
    })),
  );
}

/** A point in pixels, integers denoting their centres, as shares of width and height. */
export function markShare({ x, y }: Point, { rows, cols }: { readonly rows: number; readonly cols: number }): Point {
  return { x: (x + 0.5) / cols, y: (y + 0.5) / rows };
}
