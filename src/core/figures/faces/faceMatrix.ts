/** Faces in rows and columns, such as those that methods reconstruct at several sizes of the code. */
import type { FacePixels } from './facePixels.ts';

export interface FaceCell {
  readonly face: FacePixels;
  /** Under the face; may be empty. */
  readonly caption: string;
}

export interface FaceMatrix {
  readonly title: string;
  /** Over the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** One per column; null: none. */
    readonly cells: readonly (FaceCell | null)[];
  }[];
  readonly note: string;
}
