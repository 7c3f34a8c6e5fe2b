/** Detects faces in the images of a dataset and marks their eyes. */
import { availableParallelism } from 'node:os';
import type { FaceEvent, FaceReport, FoundFaces } from '../../../core/contract/faces.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { sha256Hex } from '../../../core/hash.ts';
import type { Eyes } from '../../../core/images/preprocess/align.ts';
import type { Point } from '../../../core/images/preprocess/steps.ts';
import { verdictOf, type FaceSearch } from '../../../core/networks/faceSearch.ts';
import type { FoundFace } from '../../../core/networks/findFaces.ts';
import { networkFile } from '../../networks/networkFiles.ts';
import { inThreads } from '../../workers/parallelParts.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Implementer, Services } from '../services.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import { workStream } from '../latestStream.ts';
import { imageEntries } from './imageEntries.ts';
import { requireGreyLevels } from './networkFaces.ts';

/** More threads need more memory for networks and gain little. */
const MOST_THREADS = 8;

type Needs = Pick<Services, 'workspace' | 'closing' | 'log'>;

export function faceHandlers(os: Implementer, services: Needs, find: (id: number) => DatasetSummary) {
  const { workspace } = services;
  return {
    findFaces: os.datasets.findFaces.handler(({ input: { id, replace }, signal }) =>
      faceStream(services, find(id), replace, signal),
    ),
    foundFaces: os.datasets.foundFaces.handler(({ input: { id } }) => {
      const search = workspace.faces.get(find(id).id);
      return search && foundFaces(search, workspace, id);
    }),
  };
}

function faceStream(
  services: Needs,
  dataset: DatasetSummary,
  replace: boolean,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<FaceEvent, void, void> {
  requireGreyLevels(dataset, 'faces are found in');
  const { id, count } = dataset;
  const { workspace, log } = services;
  const pixels = workspace.datasets.loadPixels(id);
  const meter = new MeanRateMeter(SETTLING);
  const threads = Math.min(MOST_THREADS, availableParallelism(), count);
  return workStream<FaceEvent>(services, signal, async (stop, offer) => {
    const jobs = Array.from({ length: threads }, (_, part) => ({ pixels, part, of: threads }));
    try {
      const parts = await inThreads('faceWorker', jobs, {
        signal: stop,
        onProgress: (done) =>
          offer({ kind: 'progress', progress: meter.update({ done, total: count, running: 'Find faces' }) }),
      });
      stop.throwIfAborted();
      const faces = Array.from({ length: count }, (_, n) => parts[n % threads].faces[Math.floor(n / threads)]);
      const kept = keep(workspace, dataset, { faces, runtime: parts[0].runtime }, replace);
      return { kind: 'done', report: { ...kept, seconds: meter.seconds } };
    } catch (error) {
      if (!stop.aborted) log.error({ err: error }, 'search for faces failed');
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  });
}

interface SearchResult {
  readonly faces: readonly (readonly FoundFace[])[];
  readonly runtime: string;
}

/**
 * Stores the detected faces, and marks the eyes of the largest face if none are marked. Throws if the images changed.
 */
function keep(
  workspace: Workspace,
  { id, name, hash }: DatasetSummary,
  { faces, runtime }: SearchResult,
  replace: boolean,
): Omit<FaceReport, 'seconds'> {
  return workspace.transaction(() => {
    if (workspace.datasets.facts(id)?.hash !== hash) throw new Error(`"${name}" has changed: nothing was marked.`);
    const [detector, landmarks] = (['detector', 'landmarks'] as const).map((file) => sha256Hex(networkFile(file)));
    const entries = imageEntries(workspace.datasets, id);
    const search: FaceSearch = {
      finder: { detector, landmarks, runtime },
      images: entries.map(({ file }, n) => ({ file, faces: faces[n].map(rounded) })),
    };
    const before = replace ? new Map<string, Eyes>() : workspace.eyes.marked(id);
    const marks = new Map<string, Eyes>();
    for (const { file, faces: detected } of search.images) {
      if (detected.length > 0 && !before.has(file))
        marks.set(file, { left: detected[0].left, right: detected[0].right });
    }
    workspace.faces.put(id, search);
    workspace.eyes.put(id, marks);
    return { ...foundFaces(search, workspace, id), marked: marks.size };
  });
}

/** Rounds to a hundredth of a pixel, the accuracy of the networks. */
function rounded(face: FoundFace): FoundFace {
  const at = ({ x, y }: Point): Point => ({ x: Math.round(100 * x) / 100, y: Math.round(100 * y) / 100 });
  return { ...face, left: at(face.left), right: at(face.right) };
}

function foundFaces(search: FaceSearch, { datasets }: Pick<Workspace, 'datasets'>, id: number): FoundFaces {
  const byFile = new Map(search.images.map(({ file, faces }) => [file, faces]));
  const images = imageEntries(datasets, id).flatMap(({ file }, index) => {
    const faces = byFile.get(file);
    return faces ? [{ index, file, ...verdictOf(faces) }] : [];
  });
  return { finder: search.finder, images };
}
