/** The words in galleries of faces, by component. */

export const faceButton = {
  enlarge: (title: string) => `Enlarge ${title}`,
};

export const faceZoom = {
  previousFace: 'Previous face',
  nextFace: 'Next face',
  showInAnEmbedding: 'Show in an embedding',
  openTheDataset: 'Open the dataset',
  of: (place: number, count: number) => `${place} of ${count}`,
  pixels: (rows: number, cols: number) => `${rows} × ${cols} pixels`,
};

export const subjectGallery = {
  noThumbnails: (message: string) => `The thumbnails could not be read: ${message}`,
  imagesBySubject: 'Images by subject',
};
