/** Drawn faces whose eyes are known, alone or pasted into a scene at a place, size and angle. */
import type { Eyes, Similarity } from '../../src/core/images/preprocess/align.ts';
import type { Point } from '../../src/core/images/preprocess/steps.ts';
import type { Raster } from '../../src/core/images/resample.ts';
import { stream } from '../../src/core/random/stream.ts';
import { drawFace } from '../../src/core/synthetic/drawFace.ts';
import { drawAppearance, drawIdentity } from '../../src/core/synthetic/faceParameters.ts';

export interface DrawnFace {
  readonly image: Raster & { readonly pixels: Float64Array };
  readonly eyes: Eyes;
}

/** A frontal face of 112 × 92. */
export function drawnFace(seed: number): DrawnFace {
  const [rows, cols] = [112, 92];
  const identity = drawIdentity(stream('scene', seed, 'identity'));
  const look = { ...drawAppearance(stream('scene', seed, 'look'), 1), turn: 0 };
  const unit = 0.38 * cols * look.zoom;
  const [cos, sin] = [Math.cos(look.rotation), Math.sin(look.rotation)];
  const place = (x: number, y: number): Point => ({
    x: (cos * x - sin * y) * unit + cols / 2 + (look.shiftX * cols) / 46 - 0.5,
    y: (sin * x + cos * y) * unit + rows * 0.53 + (look.shiftY * cols) / 46 - 0.5,
  });
  const pixels = drawFace(identity, look, rows, cols).data.map((value) => Math.min(255, Math.max(0, value)));
  const { eyeSpacing, eyeHeight } = identity;
  return {
    image: { rows, cols, pixels },
    eyes: { left: place(-eyeSpacing, -eyeHeight), right: place(eyeSpacing, -eyeHeight) },
  };
}

/** Boxes and discs of one grey value each on a slope with noise: what holds no face. */
export function drawnScene(seed: number, rows: number, cols: number): Raster & { readonly pixels: Float64Array } {
  const random = stream('scene', seed, 'background');
  const pixels = Float64Array.from(
    { length: rows * cols },
    (_, i) => 80 + (60 * (i % cols)) / cols + (50 * Math.floor(i / cols)) / rows + 8 * random.uniform(),
  );
  for (let shape = 0; shape < 12; shape++) {
    const [y, x] = [random.uniform() * rows, random.uniform() * cols];
    const [h, w] = [(random.uniform() * rows) / 6, (random.uniform() * cols) / 6];
    const [grey, round] = [30 + 200 * random.uniform(), random.uniform() < 0.4];
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        const [v, u] = [Math.abs(r - y) / h, Math.abs(c - x) / w];
        if (round ? u * u + v * v < 1 : Math.max(u, v) < 1) pixels[r * cols + c] = grey + 8 * random.uniform();
      }
    }
  }
  return { rows, cols, pixels };
}

/** Lays an ellipse of the face over the scene, its centre at `at`, this many times as large; its eyes there. */
export function paste(
  scene: Raster & { readonly pixels: Float64Array },
  { image, eyes }: { readonly image: Raster; readonly eyes: Eyes },
  at: Point,
  scale: number,
  degrees: number,
): Eyes {
  const turn = (degrees * Math.PI) / 180;
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const [mx, my] = [(image.cols - 1) / 2, (image.rows - 1) / 2];
  const to: Similarity = { a, b, dx: at.x - a * mx + b * my, dy: at.y - b * mx - a * my };
  const moved = ({ x, y }: Point): Point => ({ x: to.a * x - to.b * y + to.dx, y: to.b * x + to.a * y + to.dy });
  const square = scale * scale;
  for (let r = 0; r < scene.rows; r++) {
    for (let c = 0; c < scene.cols; c++) {
      const [u, v] = [c - at.x, r - at.y];
      const [x, y] = [(a * u + b * v) / square, (a * v - b * u) / square];
      const edge = 1 - (x / (image.cols / 2)) ** 2 - (y / (image.rows / 2)) ** 2;
      if (edge <= 0) continue;
      const weight = Math.min(1, edge / 0.15);
      const i = r * scene.cols + c;
      scene.pixels[i] = weight * between(image, x + mx, y + my) + (1 - weight) * scene.pixels[i];
    }
  }
  return { left: moved(eyes.left), right: moved(eyes.right) };
}

function between({ rows, cols, pixels }: Raster, x: number, y: number): number {
  const c = Math.min(cols - 2, Math.max(0, Math.floor(x)));
  const r = Math.min(rows - 2, Math.max(0, Math.floor(y)));
  const [fx, fy] = [x - c, y - r];
  const at = r * cols + c;
  const top = (1 - fx) * pixels[at] + fx * pixels[at + 1];
  return (1 - fy) * top + fy * ((1 - fx) * pixels[at + cols] + fx * pixels[at + cols + 1]);
}
