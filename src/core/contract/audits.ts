/** Calls and data of the contract: audits of datasets. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Audit } from '../images/audit/audit.ts';
import type { Concern } from '../networks/faceSearch.ts';
import type { Progress } from '../progress.ts';
import { base, eyeSource, id } from './procedures.ts';

export interface DatasetAudit extends Audit {
  /** File and subject of every image that is referred to by index. */
  readonly images: Readonly<Record<number, { readonly file: string; readonly subject: string }>>;
  /** Images whose file differs in shape from most; they were resized to the shape of the dataset. */
  readonly sizes: OddSizes;
  /** Problems of the eye positions; null if there are none. */
  readonly eyes: EyeAudit | null;
  /** Results of the last face detection; null if there was none. */
  readonly faces: FaceAudit | null;
}

/** Sent while a dataset is audited: progress in per cent, then the audit. */
export type AuditEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly audit: DatasetAudit }
  | { readonly kind: 'failed'; readonly reason: string };

export interface OddSizes {
  /** Shape of most files; null if the import changed no shape. */
  readonly usual: { readonly rows: number; readonly cols: number } | null;
  readonly odd: readonly { readonly image: number; readonly rows: number; readonly cols: number }[];
}

export interface EyeAudit {
  /** Images that have eye positions. */
  readonly known: number;
  readonly missing: readonly number[];
  /** Images whose left and right eye are swapped in the file; the import swaps them back. */
  readonly swapped: readonly number[];
  readonly suspicious: readonly {
    readonly image: number;
    readonly reason: string;
    readonly left: { readonly x: number; readonly y: number };
    readonly right: { readonly x: number; readonly y: number };
  }[];
}

type Place = { readonly x: number; readonly y: number };

export interface FaceAudit {
  /** Images in which no face was found. */
  readonly none: readonly number[];
  readonly several: readonly { readonly image: number; readonly faces: number }[];
  /** Images with a doubtful face and the detected eyes, the most doubtful first. */
  readonly doubtful: readonly {
    readonly image: number;
    readonly doubt: number;
    readonly concerns: readonly Concern[];
    readonly left: Place;
    readonly right: Place;
  }[];
  /**
   * Images whose marked eyes are more than a tenth of the eye distance away from the detected ones, the worst first.
   */
  readonly contradicted: readonly {
    readonly image: number;
    /** Share of the eye distance. */
    readonly by: number;
    readonly left: Place;
    readonly right: Place;
  }[];
}

/** Audits of datasets. */
export const audits = {
  /**
   * Duplicates, constant and truncated images, odd sizes, eyes, unequal counts; `near: null` searches for exact
   * duplicates only. Ending the stream cancels.
   */
  audit: base
    .input(z.strictObject({ id, near: z.number().min(0.9).max(1).nullable().optional(), eyes: eyeSource.optional() }))
    .output(eventIterator(type<AuditEvent>())),
};
