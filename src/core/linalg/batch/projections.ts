/** Projections of all images. */
import { TRANSPOSED } from '../kernels/kernels.ts';
import { loadFactor } from '../factor.ts';
import { matrixStack, type Matrix } from '../matrix.ts';
import { shapeOrIdentity } from '../products.ts';
import { leftProductIsCheaper } from '../projectionOrder.ts';
import { eachImage } from './eachImage.ts';
import type { ImageBatch } from './imageBatch.ts';
import type { Take } from './images.ts';
import type { BatchWork } from './work.ts';

/** `resident` is the batch of as many matrices of `height` × `width`, whose block at `home` it owns. */
export function projections(
  work: BatchWork,
  resident: (home: number, height: number, width: number) => ImageBatch,
): Pick<ImageBatch, 'project' | 'projected'> {
  const { engine, count, rows, cols, size, chunkOf, guarded } = work;
  const { run, arena } = engine;
  const { chunks } = work.images;
  const { timesRight, timesLeft } = eachImage(work);

  /** Height and width of U_cᵀ X U_r. */
  const codeShape = (what: string, uc: Matrix | null, ur: Matrix | null): [number, number] => {
    if ((uc && uc.rows !== rows) || (ur && ur.rows !== cols)) {
      throw new RangeError(
        `${what}: matrices of ${rows} × ${cols} onto ${shapeOrIdentity(uc)} and ${shapeOrIdentity(ur)}`,
      );
    }
    return [uc?.cols ?? rows, ur?.cols ?? cols];
  };
  /** Images that are projected at a time. */
  const projectionChunk = (uc: Matrix | null, ur: Matrix | null): number =>
    chunkOf(leftFirst(uc, ur) ? uc!.cols * cols : rows * (ur?.cols ?? cols));
  /** Whether columns are projected before rows. */
  const leftFirst = (uc: Matrix | null, ur: Matrix | null): boolean =>
    uc !== null && ur !== null && leftProductIsCheaper(rows, cols, uc.cols, ur.cols);
  /** U_cᵀ X_n U_r of all images, chunk by chunk: `place` says where a chunk goes, `done` may take it from there. */
  const projectTo = (
    take: Take,
    uc: Matrix | null,
    ur: Matrix | null,
    place: (first: number) => number,
    done?: (first: number, images: number) => void,
  ): void => {
    const height = uc?.cols ?? rows;
    const width = ur?.cols ?? cols;
    const pc = uc && loadFactor(engine, take, uc);
    const pr = ur && loadFactor(engine, take, ur);
    const chunk = projectionChunk(uc, ur);
    const left = leftFirst(uc, ur);
    const yt = pc !== null && pr !== null ? take(chunk * (left ? height * cols : rows * width)) : 0;
    chunks(take, chunk, (first, images, x) => {
      const z = place(first);
      if (pc !== null && pr !== null && left) {
        timesLeft(images, x, pc, yt);
        run.gemm(images * height, width, cols, 1, yt, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else if (pc !== null && pr !== null) {
        timesRight(images, x, pr, yt);
        for (let n = 0; n < images; n++) {
          const [from, target] = [yt + n * width * rows * 8, z + n * height * width * 8];
          run.gemm(width, height, rows, 1, from, rows, 1, 0, pc.at, 1, height, 0, target, width, TRANSPOSED);
        }
      } else if (pc !== null) timesLeft(images, x, pc, z);
      else if (pr !== null) {
        run.gemm(images * rows, width, cols, 1, x, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else arena.values.copyWithin(z / 8, x / 8, x / 8 + images * size);
      done?.(first, images);
    });
  };

  return {
    project(uc, ur) {
      const [height, width] = codeShape('project', uc, ur);
      return guarded((take) => {
        const result = matrixStack(count, height, width);
        const length = height * width;
        const to = take(projectionChunk(uc, ur) * length);
        const keep = (first: number, images: number): void =>
          result.data.set(arena.values.subarray(to / 8, to / 8 + images * length), first * length);
        projectTo(take, uc, ur, () => to, keep);
        return result;
      });
    },
    projected(uc, ur) {
      const [height, width] = codeShape('projected', uc, ur);
      return guarded((take) => {
        const to = arena.allocate(count * height * width);
        const length = height * width;
        const result = resident(to, height, width);
        projectTo(take, uc, ur, (first) => to + first * length * 8);
        return result;
      });
    },
  };
}
