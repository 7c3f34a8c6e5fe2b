/** What a figure of a mistake shows. */
import type { FacePixels } from './facePixels.ts';

/** The distance of the test image to one subject. */
export interface SubjectBar {
  readonly name: string;
  readonly distance: number;
  /** 'right': its own subject; 'answer': the one that it was misclassified as; 'other': so by the other method. */
  readonly mark: 'right' | 'answer' | 'other' | null;
}

export interface MistakeStrip {
  readonly label: string;
  readonly shape: string;
  readonly answer: string;
  readonly correct: boolean;
  /** In the order of the first method, nearest first. */
  readonly bars: readonly SubjectBar[];
  /** The best image of its own subject; null: none is in the gallery. */
  readonly right: FacePixels | null;
  readonly matched: FacePixels;
}

export interface MistakeView {
  readonly title: string;
  readonly probe: FacePixels;
  readonly truth: string;
  readonly axis: string;
  readonly strips: readonly MistakeStrip[];
  readonly note: string;
}
