/** What an audit says of the faces that were found in the images. */
import type { FaceAudit } from '../../../../core/contract/audits.ts';
import { AGREEMENT, contradiction, verdictOf, type FaceSearch } from '../../../../core/networks/faceSearch.ts';
import type { ImageEyes } from './datasetEyes.ts';

/** @param given eyes of each image to be compared with those found; null: none were given */
export function auditFaces(
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
        const own = given?.[image]?.eyes;
        const by = own && faces.length > 0 ? contradiction(own, faces) : 0;
        return own && by > AGREEMENT ? [{ image, by, ...own }] : [];
      })
      .sort((a, b) => b.by - a.by),
  };
}
