/** Calls and data of the contract: audits of datasets. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Audit } from '../images/audit/audit.ts';
import type { Concern } from '../networks/faceSearch.ts';
import type { Progress } from '../progress.ts';
import { base, eyeSource, id } from './procedures.ts';

export interface DatasetAudit extends Audit {
  /** File and subject of every image that is named by its number. */
  readonly images: Readonly<Record<number, { readonly file: string; readonly subject: string }>>;
  /** Images whose file had another shape than most, brought to the one of the dataset. */
  readonly sizes: OddSizes;
  /** What is wrong with the eye positions; null where none were given. */
  readonly eyes: EyeAudit | null;
  /** What the last search for faces has to say; null where there was none. */
  readonly faces: FaceAudit | null;
}

/** Sent while a dataset is audited: per cent of the work, then what was found. */
export type AuditEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly audit: DatasetAudit }
  | { readonly kind: 'failed'; readonly reason: string };

export interface OddSizes {
  /** Shape that most files had; null where the import changed no shape. */
  readonly usual: { readonly rows: number; readonly cols: number } | null;
  readonly odd: readonly { readonly image: number; readonly rows: number; readonly cols: number }[];
}

export interface EyeAudit {
  /** Images that the eye positions name. */
  readonly known: number;
  readonly missing: readonly number[];
  /** Images whose left and right eye are exchanged in the file; they are put in order. */
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
  /** Images whose face is doubtful, the most doubtful first, with the eyes that were found. */
  readonly doubtful: readonly {
    readonly image: number;
    readonly doubt: number;
    readonly concerns: readonly Concern[];
    readonly left: Place;
    readonly right: Place;
  }[];
  /** Images whose given eyes are further from the found ones than a tenth of their distance, the worst first. */
  readonly contradicted: readonly {
    readonly image: number;
    /** Share of the eye distance. */
    readonly by: number;
    readonly left: Place;
    readonly right: Place;
  }[];
}

/** The search for defects of a dataset. */
export const audits = {
  /**
   * Duplicates, constant and truncated images, odd sizes, eyes, unequal counts; `near: null` looks for exact duplicates
   * only. Ending the stream cancels.
   */
  audit: base
    .input(z.strictObject({ id, near: z.number().min(0.9).max(1).nullable().optional(), eyes: eyeSource.optional() }))
    .output(eventIterator(type<AuditEvent>())),
};
