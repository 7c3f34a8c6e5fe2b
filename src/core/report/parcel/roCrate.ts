/** What archives read of a parcel: RO-Crate 1.1 (https://w3id.org/ro/crate/1.1), JSON-LD of schema.org. */
import { mediaTypeOf } from '../../text/mediaTypes.ts';
import type { Parcel } from './parcel.ts';

const PROFILE = 'https://w3id.org/ro/crate/1.1';

export function packageMetadata(parcel: Parcel): string {
  const { study, created, version, dataset, files, terms, hasImages } = parcel;
  const names = ['README.md', ...files.map(({ name }) => name)];
  const graph = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': PROFILE },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: study,
      description: `A comparison study of subspace methods on ${dataset.images} images of ${dataset.subjects} subjects, with all that runs it again.`,
      datePublished: created.slice(0, 10),
      ...(hasImages && terms !== null && { usageInfo: terms }),
      hasPart: names.map((name) => ({ '@id': encodeURI(name) })),
      isBasedOn: { '@id': '#images' },
      mentions: { '@id': '#run' },
    },
    {
      '@id': 'README.md',
      '@type': 'File',
      name: 'what is in it and how to run it again',
      encodingFormat: 'text/markdown',
    },
    ...files.map(({ name, about }) => ({
      '@id': encodeURI(name),
      '@type': 'File',
      name: about,
      encodingFormat: mediaTypeOf(name),
    })),
    { '@id': '#images', '@type': 'Dataset', name: dataset.name, identifier: `sha256:${dataset.hash}` },
    { '@id': '#eigenbench', '@type': 'SoftwareApplication', name: 'Eigenbench', softwareVersion: version },
    {
      '@id': '#run',
      '@type': 'CreateAction',
      name: 'the run of the study',
      instrument: { '@id': '#eigenbench' },
      object: { '@id': '#images' },
      result: files.filter(({ name }) => name.startsWith('results/')).map(({ name }) => ({ '@id': encodeURI(name) })),
    },
  ];
  return `${JSON.stringify({ '@context': `${PROFILE}/context`, '@graph': graph }, null, 2)}\n`;
}
