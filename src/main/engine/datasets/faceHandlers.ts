/** Detects faces in the images of a dataset and marks their eyes. */
import { availableParallelism } from 'node:os';
import type { FaceEvent, FaceReport, FoundFaces } from '../../../core/contract/faces.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { canonicalJson, sha256Hex } from '../../../core/hash.ts';
import type { Eyes } from '../../../core/images/preprocess/align.ts';
import type { Point } from '../../../core/images/preprocess/steps.ts';
import { verdictOf, type FaceSearch } from '../../../core/networks/faceSearch.ts';
import type { FoundFace } from '../../../core/networks/findFaces.ts';
import { networkFile } from '../../networks/networkFiles.ts';
import { throttle } from '../../throttle.ts';
import type { ImageFound } from '../../workers/faceWorker.ts';
import { runInThreads } from '../../workers/jobThread.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Implementer, Services } from '../services.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import { workStream } from '../latestStream.ts';
import { imageEntries } from './imageEntries.ts';
import { requireGreyLevels } from './networkFaces.ts';

/** Milliseconds of work that a killed search loses at most. */
const STORED_EVERY = 2_000;

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
  const files = imageEntries(workspace.datasets, id).map(({ file }) => file);
  const meter = new MeanRateMeter(SETTLING);
  return workStream<FaceEvent>(services, signal, async (stop, offer) => {
    try {
      const finder = await currentFinder();
      const searched = searchedBefore(workspace, id, finder);
      const left = files.flatMap((file, n) => (searched.has(file) ? [] : [n]));
      const earlier = count - left.length;
      const search = (): FaceSearch => ({
        finder,
        images: [...searched.keys()].sort().map((file) => ({ file, faces: searched.get(file)! })),
      });
      const due = throttle(STORED_EVERY);
      const threads = Math.min(MOST_THREADS, availableParallelism(), left.length);
      const jobs = Array.from({ length: threads }, (_, part) => ({
        pixels,
        images: left.filter((_image, i) => i % threads === part),
      }));
      try {
        await runInThreads('faceWorker', jobs, {
          signal: stop,
          onProgress: (done) =>
            offer({
              kind: 'progress',
              progress: meter.update({ done: earlier + done, total: count, running: 'Find faces' }),
            }),
          onPortion: (portion) => {
            const { image, faces } = portion as ImageFound;
            searched.set(files[image], faces.map(rounded));
            if (due()) workspace.faces.put(id, search());
          },
        });
      } finally {
        // A search that ends early continues from here.
        if (workspace.datasets.facts(id) !== null) workspace.faces.put(id, search());
      }
      stop.throwIfAborted();
      const kept = mark(workspace, dataset, search(), replace);
      return { kind: 'done', report: { ...kept, earlier, seconds: meter.seconds } };
    } catch (error) {
      if (!stop.aborted) log.error({ err: error }, 'search for faces failed');
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** The networks of this build; loads the runtime, so only searches call it. */
async function currentFinder(): Promise<FaceSearch['finder']> {
  const { runtimeName } = await import('../../networks/onnxRuntime.ts');
  const [detector, landmarks] = (['detector', 'landmarks'] as const).map((file) => sha256Hex(networkFile(file)));
  return { detector, landmarks, runtime: runtimeName() };
}

/** Faces by file that the same networks found; those of other networks do not count. */
function searchedBefore(
  { faces }: Pick<Workspace, 'faces'>,
  id: number,
  finder: FaceSearch['finder'],
): Map<string, FoundFace[]> {
  const search = faces.get(id);
  if (search === null || canonicalJson(search.finder) !== canonicalJson(finder)) return new Map();
  return new Map(search.images.map((image) => [image.file, image.faces]));
}

/** Marks the eyes of the largest face of each image if none are marked. Throws if the images changed. */
function mark(
  workspace: Workspace,
  { id, name, hash }: DatasetSummary,
  search: FaceSearch,
  replace: boolean,
): Omit<FaceReport, 'earlier' | 'seconds'> {
  return workspace.transaction(() => {
    if (workspace.datasets.facts(id)?.hash !== hash) throw new Error(`"${name}" has changed: nothing was marked.`);
    const before = replace ? new Map<string, Eyes>() : workspace.eyes.marked(id);
    const marks = new Map<string, Eyes>();
    const present = new Set(imageEntries(workspace.datasets, id).map(({ file }) => file));
    for (const { file, faces: detected } of search.images) {
      if (detected.length > 0 && present.has(file) && !before.has(file))
        marks.set(file, { left: detected[0].left, right: detected[0].right });
    }
    workspace.eyes.put(id, marks);
    return { ...foundFaces(search, workspace, id), marked: marks.size };
  });
}

/** Rounds to a hundredth of a pixel, the accuracy of the networks. */
function rounded(face: FoundFace): FoundFace {
  const roundedPoint = ({ x, y }: Point): Point => ({ x: Math.round(100 * x) / 100, y: Math.round(100 * y) / 100 });
  return { ...face, left: roundedPoint(face.left), right: roundedPoint(face.right) };
}

function foundFaces(search: FaceSearch, { datasets }: Pick<Workspace, 'datasets'>, id: number): FoundFaces {
  const byFile = new Map(search.images.map(({ file, faces }) => [file, faces]));
  const images = imageEntries(datasets, id).flatMap(({ file }, index) => {
    const faces = byFile.get(file);
    return faces ? [{ index, file, ...verdictOf(faces) }] : [];
  });
  return { finder: search.finder, images };
}
