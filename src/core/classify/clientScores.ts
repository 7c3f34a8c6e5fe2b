/** Scores of enrolled subjects (clients), each from its own images and the world only. */
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';
import type { World } from './classifiers/classifier.ts';
import { type Scores, subjectsOfGallery } from './scores.ts';

/** Images that a client is scored with: its own first, then those of the world. */
export interface EnrolledClient {
  readonly codes: MatrixStack;
  readonly labels: Int32Array;
}

/**
 * One candidate per subject of a gallery. `scoresOf` scores all probes against a client, the subject of the first label
 * of its images. World images of the client itself are left out.
 */
export function scoresOfClients(
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  world: World,
  scoresOf: (client: EnrolledClient) => ArrayLike<number>,
): Scores {
  const { groups, scores } = subjectsOfGallery(labels);
  const columns = groups.map((places) => scoresOf(enrolledClient(gallery, places, labels[places[0]], world)));
  return scores(probes.count, (p) => Float64Array.from(columns, (values) => values[p]));
}

/**
 * Scores of a classifier that compares subjects with one another: the whole gallery at once, or each client with the
 * world if there is one. `among` scores codes of these subjects, in the order of their first codes.
 */
export function scoresAmongOthers(
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  world: (() => World) | null,
  among: (codes: MatrixStack, labels: ArrayLike<number>) => Scores,
): Scores {
  if (!world) return among(gallery, labels);
  return scoresOfClients(gallery, labels, probes, world(), (client) => {
    const scores = among(client.codes, client.labels);
    return Float64Array.from({ length: probes.count }, (_, p) => scores.of(p)[0]);
  });
}

function enrolledClient(
  { rows, cols, data }: MatrixStack,
  places: readonly number[],
  client: number,
  world: World,
): EnrolledClient {
  const size = rows * cols;
  const others = Array.from(world.labels.keys()).filter((n) => world.labels[n] !== client);
  const codes = matrixStack(places.length + others.length, rows, cols);
  const put = (at: number, from: Float64Array, n: number): void =>
    codes.data.set(from.subarray(n * size, (n + 1) * size), at * size);
  places.forEach((n, at) => put(at, data, n));
  others.forEach((n, i) => put(places.length + i, world.codes.data, n));
  return {
    codes,
    labels: Int32Array.from([...places.map(() => client), ...others.map((n) => world.labels[n])]),
  };
}
