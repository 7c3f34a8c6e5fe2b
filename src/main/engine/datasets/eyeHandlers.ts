import type { EyeAudit } from '../../../core/contract/audits.ts';
import { type EyePair, encodeEyeList } from '../../../core/formats/eyePositions.ts';
import type { Eyes } from '../../../core/images/preprocess/align.ts';
import { orderEyes, suspiciousEyes } from '../../../core/images/preprocess/eyes.ts';
import { readEyes } from '../../import/readEyes.ts';
import type { ImageSize } from '../../import/types.ts';
import type { EyeRepository } from '../../workspace/datasets/eyes.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import type { Point } from '../../../core/images/preprocess/steps.ts';
import { withoutImageExtension } from '../../import/layouts/fileNames.ts';
import { conflict, invalid } from '../errors.ts';
import type { Implementer, Services } from '../services.ts';
import { imageEntries } from './imageEntries.ts';

/** The ordered eyes of an image; `reason` if they are implausible. */
export interface ImageEyes {
  readonly eyes: Eyes;
  readonly swapped: boolean;
  readonly reason: string | null;
}

/** Returns the eyes of each file; null for files without. Throws ImportError. */
export type EyeSource = (files: readonly string[]) => Promise<readonly (EyePair | null)[]>;

/** Eyes from a list, or from a folder of `.pos` files. */
export function eyesOfFile(path: string): EyeSource {
  return (files) => readEyes(path, files);
}

/** Eyes marked in the dataset. */
export function eyesMarked(repository: Pick<EyeRepository, 'marked'>, id: number): EyeSource {
  return (files) => {
    const marked = repository.marked(id);
    const pairs = files.map((file) => marked.get(file)).map((eyes) => eyes && { first: eyes.left, second: eyes.right });
    return Promise.resolve(pairs.map((pair) => pair ?? null));
  };
}

/** The ordered eyes of each file with the reason for doubt; null for files without. Throws ImportError. */
export async function datasetEyes(
  source: EyeSource,
  files: readonly string[],
  { rows, cols }: ImageSize,
): Promise<(ImageEyes | null)[]> {
  const ordered = (await source(files)).map((pair) => pair && orderEyes(pair.first, pair.second));
  const pairs = ordered.filter((pair) => pair !== null);
  const reasons = suspiciousEyes(pairs.map(({ eyes }) => ({ eyes, rows, cols }))).values();
  return ordered.map((pair) => pair && { ...pair, reason: reasons.next().value ?? null });
}

/** Audit entries for the eyes, by image index. */
export function auditEyes(all: readonly (ImageEyes | null)[]): EyeAudit {
  const withEyes = all.flatMap((eyes, image) => (eyes === null ? [] : [{ image, ...eyes }]));
  return {
    known: withEyes.length,
    missing: all.flatMap((eyes, image) => (eyes === null ? [image] : [])),
    swapped: withEyes.filter(({ swapped }) => swapped).map(({ image }) => image),
    suspicious: withEyes.flatMap(({ image, reason, eyes }) => (reason === null ? [] : [{ image, reason, ...eyes }])),
  };
}

// Handlers of eyes that are marked in the images of a dataset.

export function eyeHandlers(
  os: Implementer,
  { workspace, files }: Pick<Services, 'workspace' | 'files'>,
  find: (id: number) => DatasetSummary,
) {
  const { datasets, eyes } = workspace;
  const filesOf = (id: number): readonly string[] => imageEntries(datasets, id).map(({ file }) => file);

  return {
    markedEyes: os.datasets.markedEyes.handler(({ input: { id } }) => {
      const marked = eyes.marked(find(id).id);
      return filesOf(id).flatMap((file, index) => {
        const pair = marked.get(file);
        return pair ? [{ index, ...pair }] : [];
      });
    }),
    markEyes: os.datasets.markEyes.handler(({ input: { id, index, eyes: pair } }) => {
      const dataset = find(id);
      const file = filesOf(id)[index];
      if (file === undefined) {
        const message = `index: there is no image ${index}; the dataset has ${dataset.count}.`;
        throw invalid([{ path: 'index', message }]);
      }
      const ordered = pair && placed(pair, dataset);
      eyes.put(id, new Map([[file, ordered]]));
      return ordered && { index, ...ordered };
    }),
    takeEyes: os.datasets.takeEyes.handler(async ({ input: { id, from } }) => {
      const dataset = find(id);
      const all = filesOf(id);
      const pairs = await readEyes((await files.resolve(from)).path, all);
      const eyesByFile = new Map<string, Eyes>();
      all.forEach((file, n) => {
        const pair = pairs[n];
        if (pair) eyesByFile.set(file, placed([pair.first, pair.second], dataset, file));
      });
      if (eyesByFile.size === 0) {
        throw invalid([{ path: 'from', message: `from: none of its names is a file of "${dataset.name}".` }]);
      }
      eyes.put(id, eyesByFile);
      return { known: eyesByFile.size, missing: all.length - eyesByFile.size };
    }),
    exportEyes: os.datasets.exportEyes.handler(({ input: { id } }) => {
      const { name } = find(id);
      const marked = eyes.marked(id);
      const listed = filesOf(id).flatMap((file) => {
        const pair = marked.get(file);
        return pair ? [{ file: listedName(file), ...pair }] : [];
      });
      if (listed.length === 0) throw conflict(`No eyes are marked in "${name}".`);
      return fileNamed(`${name} eyes.txt`, encodeEyeList(listed));
    }),
  };
}

/** Orders the eyes. Throws a contract error if they are outside the image or coincide. */
function placed([first, second]: readonly [Point, Point], { rows, cols }: DatasetSummary, file?: string): Eyes {
  const where = file === undefined ? 'eyes' : file;
  for (const { x, y } of [first, second]) {
    if (x < -0.5 || y < -0.5 || x > cols - 0.5 || y > rows - 0.5) {
      const message = `${where}: (${x}, ${y}) lies outside the image of ${rows} × ${cols}.`;
      throw invalid([{ path: 'eyes', message }]);
    }
  }
  if (first.x === second.x && first.y === second.y) {
    throw invalid([{ path: 'eyes', message: `${where}: both eyes are at the same position.` }]);
  }
  return orderEyes(first, second).eyes;
}

/** Lists name images without extension. Names with spaces keep it, because it marks where the numbers begin. */
function listedName(file: string): string {
  return /\s/.test(file) ? file : withoutImageExtension(file);
}
