/** Exports a dataset for other machine learning programs: the training and test images of every split of a study. */
import { basename } from 'node:path';
import { decodeNpz } from '../../../core/formats/npz.ts';
import { encodeDatasetArff } from '../../../core/formats/tables/arff.ts';
import { imagesAt, vectorsInPlace } from '../../../core/formats/tables/labelledRows.ts';
import type { ImageStream } from '../../../core/formats/imageStream.ts';
import { encodeDatasetLibsvm } from '../../../core/formats/tables/libsvm.ts';
import { arrayName } from '../../../core/report/cells/scoreFiles.ts';
import { slug } from '../../../core/report/slug.ts';
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { conditionsOf, perturbationOf } from '../../../core/study/spec/conditions.ts';
import { noSuchCondition } from '../../../core/study/table/unknownEntry.ts';
import { canonicalName } from '../../../core/text/nameLookup.ts';
import { FolderExists, writeFolder } from '../../disk/newFolder.ts';
import type { Engine } from '../../engine/engine.ts';
import { Failure } from '../errors.ts';

export type RowFormat = 'arff' | 'libsvm';

export interface SplitChoice {
  /** Absent: all conditions. */
  readonly condition?: string;
  readonly repeat?: number;
  /** The row whose codes are written instead of the images. */
  readonly codes?: string;
}

interface Part {
  readonly name: 'train' | 'gallery' | 'test';
  readonly images: readonly number[];
}

/** Numbers of the images in a part of a split. */
type RowsOf = (condition: string, repeat: number, part: Part) => Promise<ImageStream>;

/**
 * Writes `<condition>/<repeat>-train.<format>`, `-test` and, if the gallery differs, `-gallery` to a new folder, all
 * with the same classes. Returns the number of files. Throws Failure if the folder exists, for conditions and repeats
 * that the study does not have, and if its images are perturbed and no codes are requested.
 */
export async function writeSplitFiles(
  out: string,
  engine: Engine,
  study: StudyDetails,
  images: ImageStream,
  {
    format,
    choice,
    named,
  }: { readonly format: RowFormat; readonly choice: SplitChoice; readonly named: string | null },
): Promise<number> {
  const { spec, id } = study;
  const keys = conditionsOf(spec.protocol, spec.perturbations).map(({ key }) => key);
  const requested = choice.condition === undefined ? null : canonicalName(choice.condition, keys);
  if (requested !== null && !keys.includes(requested)) {
    throw new Failure(noSuchCondition(requested, keys));
  }
  const conditions = requested === null ? keys : [requested];
  const perturbed = conditions.find((key) => perturbationOf(spec.perturbations, key) !== null);
  if (perturbed !== undefined && choice.codes === undefined) {
    throw new Failure(
      `"${study.name}" perturbs the images of ${perturbed}: name another condition with --condition, or a row with --codes.`,
    );
  }
  const rowsOf = choice.codes === undefined ? pixelRows(images) : codeRows(engine, id, images, choice.codes);
  const nameOf = choice.codes !== undefined || named !== null ? (i: number) => `${named ?? 'c'}${i + 1}` : undefined;
  const encode = (rows: ImageStream): Uint8Array => {
    const names = { subjects: images.subjects, ...(nameOf && { nameOf }) };
    return Buffer.concat([...(format === 'arff' ? encodeDatasetArff(rows, names) : encodeDatasetLibsvm(rows, names))]);
  };
  let count = 0;
  async function* files(): AsyncIterable<{ name: string; bytes: Uint8Array }> {
    for (const condition of conditions) {
      const first = await engine.client.studies.split({ id, condition, repeat: 1 });
      const { repeats } = first;
      if (choice.repeat !== undefined && choice.repeat > repeats) {
        throw new Failure(`--repeat: expected a repeat from 1 to ${repeats}, found ${choice.repeat}.`);
      }
      const all = Array.from({ length: repeats }, (_, n) => n + 1);
      for (const repeat of choice.repeat === undefined ? all : [choice.repeat]) {
        const split = repeat === 1 ? first : await engine.client.studies.split({ id, condition, repeat });
        const { train, test, gallery } = split;
        const parts: Part[] = [
          { name: 'train', images: train },
          ...(gallery ? [{ name: 'gallery' as const, images: gallery }] : []),
          { name: 'test', images: test },
        ];
        for (const part of parts) {
          const bytes = encode(await rowsOf(condition, repeat, part));
          yield { name: `${slug(condition)}/${repeat}-${part.name}.${format}`, bytes };
          count++;
        }
      }
    }
  }
  try {
    await writeFolder(out, files());
  } catch (error) {
    if (error instanceof FolderExists)
      throw new Failure(`${out} cannot be written: ${basename(out)} is there already.`);
    throw error;
  }
  return count;
}

function pixelRows(images: ImageStream): RowsOf {
  return (_condition, _repeat, part) => Promise.resolve(imagesAt(images, part.images));
}

/** Codes of a row at the shapes in the table, one cell at a time. */
function codeRows({ client }: Engine, id: number, images: ImageStream, label: string): RowsOf {
  let cached: { readonly name: string; readonly arrays: ReturnType<typeof decodeNpz> } | null = null;
  return async (condition, repeat, part) => {
    const name = arrayName('codes', { condition, repeat });
    if (cached?.name !== name) {
      const query = { id, what: 'codes', format: 'npz', label, condition, repeat } as const;
      const { file } = await client.models.numbers(query);
      cached = { name, arrays: decodeNpz(await file.bytes()) };
    }
    const { shape, data } = cached.arrays.get(`${name}/${part.name}`)!;
    const length = shape.slice(1).reduce((product, size) => product * size, 1);
    return vectorsInPlace(imagesAt(images, part.images), { length, values: Float64Array.from(data) });
  };
}
