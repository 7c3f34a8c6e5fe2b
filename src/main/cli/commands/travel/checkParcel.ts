/** The files of a parcel beside its manifest, against what has been computed again. */
import { checkResults, resultFiles } from '../../../../core/report/parcel/checkResults.ts';
import type { TableFormat } from '../../../../core/report/formats.ts';
import type { OpenedParcel } from '../../../../core/report/parcel/openParcel.ts';
import { PARCEL_METHODS } from '../../../../core/report/parcel/parcel.ts';
import type { RecordedManifest } from '../../../../core/study/plan/manifestFile.ts';
import { folderFiles } from '../../../programs/folderHash.ts';
import { readRegistry } from '../../../programs/registryFile.ts';

/** What has been computed again of a study. */
interface Again {
  readonly after: Pick<RecordedManifest, 'engine' | 'methods'>;
  /** All rows are there, and every number of them is the same bit for bit. */
  readonly isWhole: boolean;
  readonly exported: (format: TableFormat) => Promise<string>;
}

/** One sentence for each file that is another, and the names of the files of results that were not checked. */
export async function checkParcel(
  parcel: OpenedParcel,
  { engine, spec }: Pick<RecordedManifest, 'engine' | 'spec'>,
  { after, isWhole, exported }: Again,
): Promise<{ readonly differences: string[]; readonly unchecked: readonly string[] }> {
  const methods = methodFileDifferences(parcel, new Set(after.methods.map(({ method }) => method)));
  // Another version may write its tables in another form.
  if (!isWhole || engine.appVersion !== after.engine.appVersion) {
    return { differences: methods, unchecked: resultFiles(parcel) };
  }
  const results = await checkResults(parcel, spec, exported);
  return { differences: [...methods, ...results.differences], unchecked: results.unchecked };
}

/** Of the methods that have computed rows: a registered folder has the version of the manifest, so its files count. */
function methodFileDifferences({ names, file }: OpenedParcel, ids: ReadonlySet<string>): string[] {
  return readRegistry()
    .filter(
      ({ declaration: { id } }) => ids.has(id) && names.some((name) => name.startsWith(`${PARCEL_METHODS}${id}/`)),
    )
    .flatMap(({ folder, declaration: { id, ignore } }) => {
      const below = `${PARCEL_METHODS}${id}/`;
      const ran = new Map(Array.from(folderFiles(folder, ignore), ({ path, content }) => [`${below}${path}`, content]));
      const packed = names.filter((name) => name.startsWith(below));
      const other = packed.filter((name) => !Buffer.from(file(name)!).equals(ran.get(name) ?? Buffer.alloc(0)));
      const lacking = [...ran.keys()].filter((name) => !packed.includes(name));
      return [
        ...other.map((name) => `${name} is not the file that computed the rows of ${id}.`),
        ...lacking.map((name) => `${name} is missing.`),
      ];
    });
}
