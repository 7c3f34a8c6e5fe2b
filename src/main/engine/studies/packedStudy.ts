/** Packs a study of the workspace as a parcel. */
import { vectorPixels } from '../../workspace/datasets/attachments.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import { imagesOfPixels } from '../../../core/images/storedImages.ts';
import { slug } from '../../../core/report/slug.ts';
import { comparisonReportSchema } from '../../../core/report/comparison/options.ts';
import { pageOptionsSchema } from '../../../core/report/pageOptions.ts';
import { tableOptionsSchema } from '../../../core/study/table/tableOptions.ts';
import { packStudy, type PackedStudy, type PackOptions } from './packStudy.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { datasetParts, storedImages } from '../datasets/exportDataset.ts';
import { studyFile } from './studyFiles.ts';

/** Throws as `packStudy`, and ExportError if its images are too large. */
export function packedParts(workspace: Workspace, study: StoredStudy, options: PackOptions): Promise<PackedStudy> {
  const { datasets, attachments } = workspace;
  const dataset = datasets.get(study.datasetId)!;
  const asStored = {
    table: tableOptionsSchema.parse({}),
    measures: [],
    page: pageOptionsSchema.parse({}),
    comparison: comparisonReportSchema.parse({}),
  };
  const source = {
    study,
    dataset,
    exported: (format: Parameters<typeof studyFile>[3]) => studyFile(workspace, study, [], format, asStored),
    images: () => datasetParts(storedImages(datasets, dataset), 'npz'),
    methodFiles: workspace.methodFiles.get,
    vectors(name: string) {
      const attachment = attachments.get(dataset.id, name);
      return attachment && imagesOfPixels(vectorPixels(attachment));
    },
  };
  return packStudy(source, options);
}

/** The parcel as a file. */
export async function packedStudy(workspace: Workspace, study: StoredStudy, options: PackOptions): Promise<File> {
  const { parts } = await packedParts(workspace, study, options);
  return fileNamed(`${slug(study.name)}.zip`, parts);
}
