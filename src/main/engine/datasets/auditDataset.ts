import type { DatasetAudit, OddSizes, FaceAudit, AuditEvent } from '../../../core/contract/audits.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { audit, type Audit } from '../../../core/images/audit/audit.ts';
import { type FaceSearch, AGREEMENT, contradiction, verdictOf } from '../../../core/networks/faceSearch.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { ImageSize } from '../../import/types.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { auditEyes, datasetEyes, type EyeSource, type ImageEyes } from './eyeHandlers.ts';
import { imageEntries } from './imageEntries.ts';
import { ImportError } from '../../import/index.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import { workStream } from '../latestStream.ts';
import type { Services } from '../services.ts';
import { nearness } from './storedDuplicates.ts';
import { findDuplicates, type AllDuplicates } from '../../../core/images/audit/duplicates.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface AuditJob {
  readonly datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels' | 'fileShapes'>;
  readonly dataset: DatasetSummary;
  /** Minimum correlation of near-duplicates; null searches for exact duplicates only. */
  readonly near?: number | null | undefined;
  /** Source of eye positions; null if none. */
  readonly eyeSource: EyeSource | null;
  /** Result of the face search; null if the images were not searched. */
  readonly search: FaceSearch | null;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of images and pairs processed so far. */
  readonly onShare?: (share: number) => void;
}

/** Audits a stored dataset image by image; other calls are answered in between. */
export async function auditDataset({
  datasets,
  dataset,
  near,
  eyeSource,
  search,
  signal,
  onShare,
}: AuditJob): Promise<DatasetAudit> {
  const { id, rows, cols, count } = dataset;
  const entries = imageEntries(datasets, id);
  const pixels = new Float64Array(rows * cols);
  const read = (n: number): Float64Array => {
    datasets.readPixels(id, pixels, [n]);
    return pixels;
  };
  const subjects = entries.map(({ subject }) => subject);
  const files = entries.map(({ file }) => file);
  const given = eyeSource === null ? null : await datasetEyes(eyeSource, files, dataset);
  const eyes = given && auditEyes(given);
  const faces = search && auditFaces(search, files, given);
  const steps = audit({ rows, cols, count, subjects, read }, near === undefined ? {} : { near });
  const result = await runInTimeSlices(steps, signal, onShare);
  const whole: Omit<DatasetAudit, 'images'> = { ...result, sizes: oddSizes(datasets.fileShapes(id)), eyes, faces };
  const named = mentioned(whole).map((n) => [n, { file: files[n], subject: subjects[n] }] as const);
  return { ...whole, images: Object.fromEntries(named) };
}

/** Images whose size in the file differs from the most common size. */
function oddSizes(shapes: readonly (ImageSize | null)[]): OddSizes {
  const groups = Map.groupBy(shapes.keys(), (n) => shapes[n] && `${shapes[n].rows} × ${shapes[n].cols}`);
  const [usual] = [...groups.values()].sort((a, b) => b.length - a.length);
  const shape = usual ? shapes[usual[0]] : null;
  if (shape === null || shape === undefined) return { usual: null, odd: [] };
  const odd = shapes.flatMap((size, image) =>
    size === null || (size.rows === shape.rows && size.cols === shape.cols) ? [] : [{ image, ...size }],
  );
  return { usual: shape, odd };
}

function mentioned(result: Audit & Omit<DatasetAudit, 'images'>): number[] {
  const { exact, near, recropped, constant, truncated, sizes, eyes, faces } = result;
  return [
    ...exact.flatMap(({ images }) => images),
    ...[...near.pairs, ...recropped.pairs].flatMap(({ images }) => images),
    ...[...constant, ...truncated, ...sizes.odd, ...(eyes?.suspicious ?? [])].map(({ image }) => image),
    ...(eyes?.swapped ?? []),
    ...(eyes?.missing ?? []),
    ...(faces?.none ?? []),
    ...[...(faces?.several ?? []), ...(faces?.doubtful ?? []), ...(faces?.contradicted ?? [])].map(
      ({ image }) => image,
    ),
  ];
}

/**
 * Audit entries for the faces detected in the images.
 * @param given eyes of each image to compare with the detected ones; null without any
 */
function auditFaces(
  { images }: FaceSearch,
  files: readonly string[],
  given: readonly (ImageEyes | null)[] | null,
): FaceAudit {
  const facesOf = new Map(images.map(({ file, faces }) => [file, faces]));
  const searched = files.flatMap((file, image) => {
    const faces = facesOf.get(file);
    return faces ? [{ image, faces, ...(faces[0] && { eyes: faces[0] }), verdict: verdictOf(faces) }] : [];
  });
  return {
    none: searched.flatMap(({ image, faces }) => (faces.length === 0 ? [image] : [])),
    several: searched.flatMap(({ image, faces: { length } }) => (length > 1 ? [{ image, faces: length }] : [])),
    doubtful: searched
      .flatMap(({ image, eyes, verdict: { doubt, concerns } }) =>
        eyes && doubt !== null && concerns.length > 0
          ? [{ image, doubt, concerns, left: eyes.left, right: eyes.right }]
          : [],
      )
      .sort((a, b) => b.doubt - a.doubt),
    contradicted: searched
      .flatMap(({ image, faces }) => {
        const eyes = given?.[image]?.eyes;
        const by = eyes && faces.length > 0 ? contradiction(eyes, faces) : 0;
        return eyes && by > AGREEMENT ? [{ image, by, ...eyes }] : [];
      })
      .sort((a, b) => b.by - a.by),
  };
}

/** Audits a dataset and reports progress in per cent. Leaving the stream cancels. */
export function auditStream(
  services: Pick<Services, 'workspace' | 'closing' | 'log'>,
  job: Omit<AuditJob, 'datasets' | 'signal' | 'onShare'>,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<AuditEvent, void, void> {
  const meter = new MeanRateMeter(SETTLING);
  return workStream<AuditEvent>(services, signal, async (stop, offer) => {
    const onShare = (share: number): void => {
      const progress = meter.update({
        done: Math.floor(100 * share),
        total: 100,
        running: `Auditing ${job.dataset.name}`,
      });
      offer({ kind: 'progress', progress: { ...progress, rate: null } });
    };
    try {
      const { datasets } = services.workspace;
      return { kind: 'done', audit: await auditDataset({ ...job, datasets, signal: stop, onShare }) };
    } catch (error) {
      if (!stop.aborted && !(error instanceof ImportError)) {
        services.log.error({ err: error, dataset: job.dataset.name }, 'audit failed');
      }
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  });
}

export type DuplicateGroups = (dataset: DatasetSummary) => Promise<readonly (readonly number[])[]>;

/** Groups of identical or nearly identical images of a dataset. The workspace caches them by the hash of the pixels. */
export function duplicateGroups({ datasets, duplicates }: Pick<Workspace, 'datasets' | 'duplicates'>): DuplicateGroups {
  const cache = new Map<string, ReturnType<DuplicateGroups>>();
  const find: DuplicateGroups = async ({ id, hash, rows, cols, count }) => {
    const near = nearness({ count });
    const before = duplicates.get(hash, near);
    if (before && before.every((images) => images.every((image) => image < count))) return before;
    const pixels = new Float64Array(rows * cols);
    const read = (n: number): Float64Array => {
      datasets.readPixels(id, pixels, [n]);
      return pixels;
    };
    const subjects = new Array<string>(count).fill('');
    const groups = joined(await runInTimeSlices(findDuplicates({ rows, cols, count, subjects, read }, near)));
    duplicates.set(hash, near, groups);
    return groups;
  };
  return (dataset) => {
    const groups = cache.get(dataset.hash) ?? find(dataset);
    cache.set(dataset.hash, groups);
    groups.catch(() => cache.delete(dataset.hash));
    return groups;
  };
}

/** Merges groups and pairs that share an image. */
function joined({ exact, near }: AllDuplicates): readonly (readonly number[])[] {
  const groupOf = new Map<number, Set<number>>();
  for (const { images } of [...exact, ...near.pairs]) {
    const group = new Set(images.flatMap((image) => [image, ...(groupOf.get(image) ?? [])]));
    for (const image of group) groupOf.set(image, group);
  }
  return [...new Set(groupOf.values())].map((group) => [...group].sort((a, b) => a - b));
}
