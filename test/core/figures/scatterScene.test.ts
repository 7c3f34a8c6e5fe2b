import { describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import {
  imageAt,
  imagesWithin,
  imageTowards,
  plotBox,
  scatterScene,
  thinned,
  fittedWindow,
  panned,
  zoomed,
  type PlanePoints,
} from '../../../src/core/figures/scatterScene.ts';

const random = stream('scatter');
const cloud: PlanePoints = {
  x: Array.from({ length: 500 }, () => random.normal()),
  y: Array.from({ length: 500 }, () => 40 * random.normal()),
};
const size = { width: 600, height: 400 };
const face = { width: 20, height: 28 };

describe('A window', () => {
  it('shows every point when it is fitted, also one point alone and none', () => {
    const scene = scatterScene(cloud, fittedWindow(cloud), size, null);
    expect(scene.dots).toHaveLength(500);
    expect(scatterScene({ x: [3], y: [4] }, fittedWindow({ x: [3], y: [4] }), size, null).dots).toHaveLength(1);
    expect(fittedWindow({ x: [], y: [] })).toEqual({ x: { min: -1, max: 1 }, y: { min: -1, max: 1 } });
  });

  it('keeps the place under the pointer when it is zoomed, and comes back', () => {
    const view = fittedWindow(cloud);
    const near = zoomed(view, 0.5, 0.2, 0.7);
    expect(near.x.min + 0.2 * (near.x.max - near.x.min)).toBeCloseTo(view.x.min + 0.2 * (view.x.max - view.x.min), 12);
    expect(near.y.max - near.y.min).toBeCloseTo(0.5 * (view.y.max - view.y.min), 12);
    const back = zoomed(near, 2, 0.2, 0.7);
    expect(back.x.min).toBeCloseTo(view.x.min, 12);
    expect(panned(panned(view, 0.3, -0.1), -0.3, 0.1).y.max).toBeCloseTo(view.y.max, 12);
  });

  it('has ticks at round values inside, where every figure has them', () => {
    const scene = scatterScene(cloud, { x: { min: -0.72, max: 1.1 }, y: { min: 0, max: 12_000 } }, size, null);
    expect(scene.xTicks.map(({ text }) => text)).toEqual([
      '−0.6',
      '−0.4',
      '−0.2',
      '0',
      '0.2',
      '0.4',
      '0.6',
      '0.8',
      '1',
    ]);
    expect(scene.yTicks.map(({ text }) => text)).toEqual(['0', '2,000', '4,000', '6,000', '8,000', '10,000', '12,000']);
    const { left, top, width, height } = scene.plot;
    expect(scene.xTicks.at(-1)!.at).toBeCloseTo(left + (width * 1.72) / 1.82, 9);
    expect(scene.yTicks.map(({ at }) => at)).toEqual(expect.arrayContaining([top, top + height]));
  });
});

describe('Faces in a plot', () => {
  const scene = scatterScene(cloud, fittedWindow(cloud), size, face);

  it('never overlap and are whole', () => {
    const { left, top, width, height } = plotBox(size);
    expect(scene.faces.length).toBeGreaterThan(50);
    for (const one of scene.faces) {
      expect(one.x - 10).toBeGreaterThanOrEqual(left);
      expect(one.y - 14).toBeGreaterThanOrEqual(top);
      expect(one.x + 10).toBeLessThanOrEqual(left + width);
      expect(one.y + 14).toBeLessThanOrEqual(top + height);
      for (const other of scene.faces) {
        if (other === one) continue;
        expect(Math.abs(one.x - other.x) >= 20 || Math.abs(one.y - other.y) >= 28).toBe(true);
      }
    }
  });

  it('leave no room for another one: every point without a face is covered, or at the edge', () => {
    const taken = scene.faces;
    for (const dot of scene.dots) {
      const covered = taken.some(({ x, y }) => Math.abs(x - dot.x) < 20 && Math.abs(y - dot.y) < 28);
      expect(covered || thinned([dot], face, scene.plot).length === 0).toBe(true);
    }
  });

  it('and dots are all the points that the window holds', () => {
    expect(scene.faces.length + scene.dots.length).toBe(500);
    const near = scatterScene(cloud, zoomed(fittedWindow(cloud), 0.2), size, face);
    expect(near.faces.length + near.dots.length).toBeLessThan(400);
  });
});

describe('An image in a plot', () => {
  const points: PlanePoints = { x: [0, 1, 2, 1], y: [0, 0, 0, 1] };
  const scene = scatterScene(points, fittedWindow(points), size, null);
  const at = (index: number) => scene.dots.find((dot) => dot.index === index)!;

  it('is found under and near the pointer, not far from it', () => {
    expect(imageAt(scene, at(1).x + 5, at(1).y - 5)).toBe(1);
    expect(imageAt(scene, at(1).x + 40, at(1).y)).toBeNull();
    const faces = scatterScene(points, zoomed(fittedWindow(points), 2), size, { width: 60, height: 60 });
    const { x, y } = faces.faces.find(({ index }) => index === 1)!;
    expect(imageAt(faces, x + 28, y)).toBe(1);
  });

  it('is reached by the arrows from another one', () => {
    expect(imageTowards(scene, 0, 1, 0)).toBe(1);
    expect(imageTowards(scene, 1, 1, 0)).toBe(2);
    expect(imageTowards(scene, 1, 0, -1)).toBe(3);
    expect(imageTowards(scene, 2, 1, 0)).toBeNull();
    expect(imageTowards(scene, -1, 1, 0)).toBe(0);
  });
});

describe('A lasso', () => {
  it('holds the images within its corners, dots and faces alike, whichever way it turns', () => {
    const size = { width: 400, height: 300 };
    const points = { x: [0, 1, 2, 3], y: [0, 1, 2, 3] };
    const window = { x: { min: -1, max: 4 }, y: { min: -1, max: 4 } };
    for (const face of [null, { width: 20, height: 20 }]) {
      const scene = scatterScene(points, window, size, face);
      const all = [...scene.dots, ...scene.faces].sort((a, b) => a.index - b.index);
      const [first, second] = all;
      const corners = [
        { x: first.x - 5, y: first.y + 5 },
        { x: second.x + 15, y: first.y + 5 },
        { x: second.x + 15, y: second.y - 5 },
        { x: first.x - 5, y: second.y - 5 },
      ];
      expect(imagesWithin(scene, corners)).toEqual([0, 1]);
      expect(imagesWithin(scene, [...corners].reverse())).toEqual([0, 1]);
      // The corner towards the second image is cut off.
      expect(imagesWithin(scene, [corners[0], corners[1], corners[3]])).toEqual([0]);
      expect(imagesWithin(scene, corners.slice(0, 2))).toEqual([]);
    }
  });
});
