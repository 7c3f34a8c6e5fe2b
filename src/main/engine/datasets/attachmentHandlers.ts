/** External vectors, attached to the images of a dataset. */
import type { AttachmentSummary, DatasetSummary } from '../../../core/contract/datasets.ts';
import { filesByIndex } from '../../../core/dataset.ts';
import { isFeatureKind, withVectors } from '../../../core/features/registry.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { InvalidInputError } from '../../../core/methods/problems.ts';
import { joinVectors, type JoinedVectors } from '../../../core/importedResults/joinVectors.ts';
import { available } from '../../../core/text/phrases.ts';
import { packVectors, vectorsHash } from '../../workspace/datasets/attachments.ts';
import type { StoredNetwork } from '../../workspace/networks.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Implementer, Services } from '../services.ts';
import { requireUnused } from './excludeImages.ts';

interface VectorsOfImages {
  readonly name: string;
  readonly source: string;
  readonly length: number;
  readonly values: Float64Array;
  /** Set for vectors that a network computed here. */
  readonly network?: StoredNetwork;
}

export function attachmentHandlers(
  os: Implementer,
  { workspace }: Pick<Services, 'workspace'>,
  find: (id: number) => DatasetSummary,
) {
  const { attachments, datasets } = workspace;
  return {
    attachments: os.datasets.attachments.handler(({ input: { id } }) => attachments.list(find(id).id)),
    attach: os.datasets.attach.handler(({ input: { id, file, name, replace } }) => {
      const dataset = find(id);
      requireVectorName(name);
      const files = filesByIndex(datasets.bySubject(id));
      const bytes = new Uint8Array(Buffer.from(file.content, 'base64'));
      const { length, values, by } = joined({ name: file.name, bytes }, files);
      const source = file.name.replace(/^.*[/\\]/, '');
      return { ...storeVectors(workspace, dataset, { name, source, length, values }, replace), joinedBy: by };
    }),
    detach: os.datasets.detach.handler(({ input: { id, name } }) => {
      const { name: dataset } = find(id);
      const names = attachments.list(id).map((each) => each.name);
      if (!names.includes(name)) {
        throw notFound(`"${dataset}" has no attached vectors "${name}": ${available(names)}.`);
      }
      requireUnused(usersOf(workspace, id, name), name, 'detached');
      attachments.remove(id, name);
      return null;
    }),
  };
}

/** Throws a contract error if the name cannot be that of a feature step. */
export function requireVectorName(name: string): void {
  if (!isFeatureKind(name)) return;
  throw invalid([{ path: 'name', message: `name: "${name}" is a feature step; choose another name.` }]);
}

/** Attaches vectors in the order of the images. Throws a contract error if other vectors have the name. */
export function storeVectors(
  workspace: Workspace,
  { id, name: dataset }: Pick<DatasetSummary, 'id' | 'name'>,
  { name, source, length, values, network }: VectorsOfImages,
  replace: boolean,
): AttachmentSummary {
  const { attachments, networks, transaction } = workspace;
  const packed = packVectors(values);
  const hash = vectorsHash(length, values);
  transaction(() => {
    const existing = attachments.list(id).find((each) => each.name === name);
    if (existing && existing.hash !== hash) {
      if (!replace) throw conflict(`"${dataset}" has other vectors "${name}": replace or detach them.`);
      requireUnused(usersOf(workspace, id, name), name, 'replaced');
    }
    // Identical vectors imported from a file keep the record of the network that computed them.
    const kept = network ?? (existing?.usable && existing.hash === hash ? networks.get(id, name) : null);
    attachments.put(id, { name, source, hash, length, values: packed });
    if (kept) networks.put(id, name, kept);
  });
  return attachments.list(id).find((each) => each.name === name)!;
}

function joined(file: Parameters<typeof joinVectors>[0], files: readonly string[]): JoinedVectors {
  try {
    return joinVectors(file, files);
  } catch (error) {
    if (error instanceof InvalidInputError) throw invalid(error.problems);
    if (!(error instanceof FormatError)) throw error;
    throw invalid([{ path: 'file', message: `${file.name}: ${error.message}.` }]);
  }
}

/** Studies that use the attached vectors. */
function usersOf({ studies }: Pick<Workspace, 'studies'>, dataset: number, name: string): { name: string }[] {
  return studies.ofDataset(dataset).filter(({ id }) => {
    const spec = studies.get(id)?.spec;
    const lists = spec ? [spec.features, ...spec.methods.map(({ features }) => features)] : [];
    return lists.some((steps) => withVectors(steps).vectors === name);
  });
}
