/** eigenbench find-faces: detects faces in the images of a dataset and marks their eyes. */
import type { FaceReport, ImageFaces } from '../../../../core/contract/faces.ts';
import { onOneLine } from '../../../../core/formats/formatError.ts';
import { shellWord } from '../../../../core/text/shellQuote.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure } from '../../errors.ts';
import { print, printJson } from '../../terminal.ts';
import { findDataset, withEngine } from '../../workspace.ts';
import { followStream } from '../followStream.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareFindFaces } from '../../declarations/datasetCommands.ts';

/** What to do with images whose search result is missing, ambiguous or doubtful. */
export interface FaceChoices {
  readonly withoutFace: 'keep' | 'skip' | 'fail';
  readonly several: 'largest' | 'skip' | 'fail';
  readonly doubtful: 'keep' | 'skip' | 'fail';
}

/** The choices as options of a command line. */
export function faceOptions({ withoutFace, several, doubtful }: FaceChoices): string[] {
  return [
    ...(withoutFace === 'keep' ? [] : ['--without-face', withoutFace]),
    ...(several === 'largest' ? [] : ['--several', several]),
    ...(doubtful === 'keep' ? [] : ['--doubtful', doubtful]),
  ];
}

export interface FaceSearchReport extends FaceReport {
  readonly dataset: string;
  /** Files of the images excluded by the choices. */
  readonly excluded: readonly string[];
}

export async function findFacesCommand(
  dataset: string,
  { replace, json, withoutFace, several, doubtful, ...options }: OptionsOf<typeof declareFindFaces>,
): Promise<void> {
  const choices = { withoutFace, several, doubtful };
  const faces = await withEngine(options, async (engine) => {
    const { id, name } = await findDataset(engine, dataset);
    return findFacesIn(
      engine,
      { id, name },
      {
        ...choices,
        replace,
        json,
        cancelled: 'Cancelled: no eyes were marked; the same command continues the search.',
      },
    );
  });
  if (json) printJson(faces);
  else print(describeFaces(faces, choices));
}

interface Search extends FaceChoices {
  readonly replace?: boolean;
  readonly json?: boolean;
  /** One sentence about the state that an interrupt leaves. */
  readonly cancelled: string;
}

/** Searches, then excludes images by the choices. Throws Failure if a choice says to fail, Interrupted. */
export async function findFacesIn(
  { client }: Engine,
  { id, name }: { readonly id: number; readonly name: string },
  { replace, json, cancelled, ...choices }: Search,
): Promise<FaceSearchReport> {
  const { report } = await followStream({
    unit: 'images',
    of: `Faces in "${name}"`,
    json: json === true,
    start: (signal) => client.datasets.findFaces({ id, replace: replace === true }, { signal }),
    cancelled,
  });
  const groups = groupsOf(report, choices);
  const refused = groups.filter(({ choice, images }) => choice === 'fail' && images.length > 0);
  if (refused.length > 0) throw new Failure(refused.flatMap(linesOf).join('\n'));
  const out = [...new Set(groups.flatMap(({ choice, images }) => (choice === 'skip' ? images : [])))];
  if (out.length > 0) await client.datasets.exclude({ id, index: out.map(({ index }) => index) });
  return { ...report, dataset: name, excluded: out.map(({ file }) => file) };
}

interface Group {
  readonly title: string;
  readonly choice: FaceChoices[keyof FaceChoices];
  readonly images: readonly ImageFaces[];
  readonly say: (image: ImageFaces) => string;
}

function groupsOf({ images }: FaceReport, { withoutFace, several, doubtful }: FaceChoices): readonly Group[] {
  const doubted = images.filter(({ concerns }) => concerns.length > 0);
  return [
    {
      title: 'without a face',
      choice: withoutFace,
      images: images.filter(({ faces }) => faces === 0),
      say: () => '',
    },
    {
      title: 'with several faces',
      choice: several,
      images: images.filter(({ faces }) => faces > 1),
      say: ({ faces }) => `: ${faces} faces`,
    },
    {
      title: 'with a doubtful face, the most doubtful first',
      choice: doubtful,
      images: doubted.sort((a, b) => b.doubt! - a.doubt!),
      say: ({ concerns, doubt }) => `: ${concerns.join(', ')} (${doubt!.toFixed(2)})`,
    },
  ];
}

const fates = {
  keep: 'kept',
  skip: 'excluded',
  largest: 'the largest is marked',
  fail: 'refused',
} as const;

function linesOf({ title, choice, images, say }: Group): string[] {
  if (images.length === 0) return [];
  return [
    `${plural(images.length, 'image')} ${title} (${fates[choice]}):`,
    ...images.map((image) => onOneLine(`  ${image.file}${say(image)}`)),
  ];
}

export function describeFaces({ dataset, ...report }: FaceSearchReport, choices: FaceChoices): string {
  const { images, marked, earlier, seconds } = report;
  const withFace = images.filter(({ faces }) => faces > 0).length;
  const lines = [
    ...(earlier > 0 ? [`An earlier search had covered ${plural(earlier, 'image')}; this one continued it.`] : []),
    `A face in ${withFace} of ${plural(images.length, 'image')} of "${dataset}"; ` +
      `eyes marked in ${marked}, in ${seconds.toFixed(1)} s.`,
    ...groupsOf(report, choices).flatMap(linesOf),
  ];
  if (withFace > 0) {
    lines.push(
      'To align: eigenbench preprocess ' +
        `${shellWord(dataset)} --name aligned --eyes marked --step align:112x92:30,46:61,46`,
    );
  }
  return `${lines.join('\n')}\n`;
}
