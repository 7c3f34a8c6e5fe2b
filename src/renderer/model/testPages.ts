/** Test images by pages, each spread over the whole list, which as a rule shows as many subjects. */

/** Places on the page that begins at `from`, of `count` images. */
export function placesOnPage(from: number, perPage: number, count: number): number[] {
  const pages = Math.ceil(count / perPage);
  const page = Math.floor(from / perPage);
  const places = Array.from({ length: perPage }, (_, n) => n * pages + page);
  return places.filter((place) => place < count);
}
