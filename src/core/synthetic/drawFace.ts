/** Draws one parametric face as an image. Coordinates: x to the right, y down, the origin at the centre of the face. */
import { matrix, type Matrix } from '../linalg/matrix.ts';
import type { Appearance, Identity } from './faceParameters.ts';

/** Sampling points per pixel and direction: averaging them smooths edges, as a camera would. */
const SAMPLES = 2;

/**
 * The sampling points, row by row, with the values that layers share. A layer is a loop over all of them, which takes
 * half the time of a function per point: 0.3 instead of 0.6 µs per point.
 */
interface Canvas {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Grey value so far. */
  readonly value: Float64Array;
  /** Light falling on the head. */
  readonly light: Float64Array;
  /** Opacity of the face, 0 … 1. */
  readonly face: Float64Array;
}

/** Grey values (about 0 … 255, not yet clipped) of a face on rows × cols pixels. */
export function drawFace(identity: Identity, appearance: Appearance, rows: number, cols: number): Matrix {
  const canvas = samplingPoints(appearance, rows, cols);
  // Layers from the background to the glasses, each drawn over the last.
  background(canvas, identity, appearance);
  neckAndShoulders(canvas, identity);
  hairAndFace(canvas, identity);
  turnHead(canvas, appearance);
  if (identity.beard > 0) beard(canvas, identity);
  nose(canvas, identity, appearance);
  mouth(canvas, identity, appearance);
  eye(canvas, identity, appearance, 1);
  eye(canvas, identity, appearance, -1);
  if (identity.glasses > 0) glasses(canvas, identity);
  return averaged(canvas.value, appearance.gain, rows, cols);
}

function samplingPoints(look: Appearance, rows: number, cols: number): Canvas {
  // The face fills 76% of the width; displacements are in pixels of a 46-pixel width.
  const unit = 0.38 * cols;
  const pixel = cols / 46;
  const cos = Math.cos(look.rotation);
  const sin = Math.sin(look.rotation);
  const scale = 1 / (unit * look.zoom);
  const [height, width] = [rows * SAMPLES, cols * SAMPLES];
  const [x, y, value, light, face] = Array.from({ length: 5 }, () => new Float64Array(height * width));
  for (let a = 0; a < height; a++) {
    const v = ((a + 0.5) / SAMPLES - rows * 0.53 - look.shiftY * pixel) * scale;
    for (let b = 0; b < width; b++) {
      const u = ((b + 0.5) / SAMPLES - cols / 2 - look.shiftX * pixel) * scale;
      x[a * width + b] = cos * u + sin * v;
      y[a * width + b] = cos * v - sin * u;
    }
  }
  return { x, y, value, light, face };
}

/** The mean of each pixel's points. */
function averaged(value: Float64Array, gain: number, rows: number, cols: number): Matrix {
  const image = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      let sum = 0;
      for (let a = 0; a < SAMPLES; a++) {
        for (let b = 0; b < SAMPLES; b++) sum += value[((i * SAMPLES + a) * cols + j) * SAMPLES + b] * gain;
      }
      image.data[i * cols + j] = sum / SAMPLES ** 2;
    }
  }
  return image;
}

/** Lambert's law on an ellipsoidal head, with ambient light; the wall behind it is slightly darker below. */
function background({ x, y, value, light }: Canvas, id: Identity, look: Appearance): void {
  const towardsX = Math.sin(look.lightAzimuth) * Math.cos(look.lightElevation);
  const towardsY = -Math.sin(look.lightElevation);
  const towardsZ = Math.cos(look.lightAzimuth) * Math.cos(look.lightElevation);
  const [width, height] = [1.15 * id.width, 1.15 * id.height];
  for (let n = 0; n < value.length; n++) {
    const a = x[n] / width;
    const b = y[n] / height;
    const depth = Math.sqrt(Math.max(0.05, 1 - a * a - b * b));
    const facing = Math.max(0, a * towardsX + b * towardsY + depth * towardsZ);
    light[n] = look.ambient + (1.05 - look.ambient) * facing;
    value[n] = id.background * (0.9 + 0.1 * light[n]) - 12 * y[n];
  }
}

function neckAndShoulders({ x, y, value, light }: Canvas, id: Identity): void {
  const [neck, chin] = [0.52 * id.width, 0.7 * id.height];
  const [skin, cloth] = [id.skin * 0.62, id.hair * 0.5 + 40];
  for (let n = 0; n < value.length; n++) {
    value[n] = over(value[n], skin * light[n], inside(Math.abs(x[n]) / neck) * step(y[n] - chin));
    const shoulder = 1.02 * id.height + 0.25 * x[n] * x[n];
    value[n] = over(value[n], cloth, step((y[n] - shoulder) * 3));
  }
}

/** Hair behind the face, then the face, then the fringe. */
function hairAndFace({ x, y, value, light, face }: Canvas, id: Identity): void {
  const [crownWidth, crownHeight] = [id.width + id.sides, id.height + 0.12];
  for (let n = 0; n < value.length; n++) {
    const hair = id.hair * (0.75 + 0.35 * light[n]);
    const crown = ellipse(x[n] / crownWidth, (y[n] + 0.1) / crownHeight);
    value[n] = over(value[n], hair, crown * step((id.hairLength - y[n]) * 4));
    // An ellipse whose lower half narrows towards the chin.
    const down = y[n] / id.height;
    const below = Math.max(0, down);
    face[n] = ellipse(x[n] / (id.width * (1 - id.jaw * below * below)), down);
    value[n] = over(value[n], id.skin * light[n], face[n]);
    const fringe = -id.hairline * id.height + 0.35 * x[n] * x[n] + id.parting * x[n];
    value[n] = over(value[n], hair, face[n] * step((fringe - y[n]) * 8));
  }
}

/** Features are on a rounded head: a turn moves them sideways, most in the middle. */
function turnHead({ x }: Canvas, look: Appearance): void {
  for (let n = 0; n < x.length; n++) x[n] -= look.turn * (1 - 0.5 * Math.abs(x[n]));
}

function beard({ x, y, value, face }: Canvas, id: Identity): void {
  for (let n = 0; n < value.length; n++) {
    const across = Math.abs(x[n]);
    const region = step((y[n] - 0.42 + 0.3 * (1 - across) * step((0.3 - across) * 8)) * 7);
    value[n] = over(value[n], id.hair, id.beard * face[n] * region);
  }
}

function nose({ x, y, value }: Canvas, id: Identity, look: Appearance): void {
  const tip = id.noseLength - id.eyeHeight;
  const wing = 0.55 * id.noseWidth;
  const base = 1.2 * id.noseWidth;
  for (let n = 0; n < value.length; n++) {
    const across = x[n];
    const along = (y[n] + id.eyeHeight) / id.noseLength;
    if (along > 0 && along < 1.1) {
      const width = id.noseWidth * (0.35 + 0.5 * along);
      const flank = bell((Math.abs(across) - width) / 0.06) * Math.sin(Math.min(1, along) * Math.PI * 0.9);
      const shadow = Math.sign(across) * Math.sign(look.lightAzimuth) < 0 ? 0.22 : 0.1;
      value[n] *= 1 - shadow * Math.max(0, flank);
      value[n] *= 1 + 0.07 * bell(across / 0.07) * Math.min(1, along);
    }
    const down = (y[n] - tip) / 0.035;
    const nostrils = blob((across - wing) / 0.055, down) + blob((across + wing) / 0.055, down);
    value[n] = over(value[n], value[n] * 0.4, 0.8 * nostrils);
    value[n] = over(value[n], value[n] * 0.78, 0.6 * blob(across / base, (y[n] - tip - 0.055) / 0.04));
  }
}

function mouth({ x, y, value }: Canvas, id: Identity, look: Appearance): void {
  const width = id.mouthWidth * (1 + 0.8 * look.smile);
  const lip = id.skin * 0.62;
  for (let n = 0; n < value.length; n++) {
    const bend = (look.smile * x[n] * x[n]) / (width * width);
    const dy = y[n] - id.mouthHeight + bend - 0.5 * look.smile;
    const taper = Math.sqrt(Math.max(0, 1 - (x[n] / width) ** 2));
    const height = (id.lips + 0.5 * look.mouthOpen) * taper;
    if (height > 0) {
      value[n] = over(value[n], lip, 0.9 * inside(Math.abs(dy) / height, 4));
      const gap = Math.max(0.012, 0.42 * look.mouthOpen * taper);
      value[n] = over(value[n], 38, 0.9 * inside(Math.abs(dy) / gap, 2));
    }
    value[n] = over(value[n], value[n] * 0.8, 0.6 * blob(x[n] / (0.7 * width), (dy - id.lips - 0.09) / 0.05));
  }
}

/** Socket, eyeball, iris, upper lid, brow. */
function eye({ x, y, value }: Canvas, id: Identity, look: Appearance, side: 1 | -1): void {
  const opening = 0.5 * id.eyeSize * look.eyesOpen;
  const [ballWidth, ballHeight] = [1.15 * id.eyeSize, Math.max(0.012, opening)];
  const [white, iris, lid] = [Math.min(225, id.skin * 0.5 + 110), 0.52 * id.eyeSize, 1.2 * id.eyeSize];
  for (let n = 0; n < value.length; n++) {
    const dx = x[n] - side * id.eyeSpacing;
    const dy = y[n] + id.eyeHeight;
    let grey = over(value[n], value[n] * 0.8, 0.8 * blob(dx / 0.26, (dy + 0.02) / 0.17));
    const ball = ellipse(dx / ballWidth, dy / ballHeight, 5);
    if (ball > 0) {
      grey = over(grey, white, ball);
      grey = over(grey, id.iris, ball * inside(hypot(dx, dy) / iris, 5));
    }
    grey = over(grey, 35, 0.75 * ellipse(dx / lid, (dy + opening) / 0.028, 3));
    const brow = dy + id.browHeight + look.browRaise + id.browSlope * side * dx * 0.6 - 0.9 * dx * dx;
    value[n] = over(grey, id.hair * 0.9, 0.85 * ellipse(dx / 0.25, brow / id.browThickness, 3));
  }
}

function glasses({ x, y, value }: Canvas, id: Identity): void {
  for (let n = 0; n < value.length; n++) {
    const across = Math.abs(x[n]);
    const dy = y[n] + id.eyeHeight - 0.02;
    const rim = hypot((across - id.eyeSpacing) / 0.3, dy / 0.2);
    const bridge = across < id.eyeSpacing - 0.26 ? bell((dy + 0.03) / 0.035) : 0;
    const frame = bell((rim - 1) / 0.14);
    value[n] = over(value[n], 30, id.glasses * Math.min(1, frame + bridge));
  }
}

/** `top` over `base` with an opacity of 0 … 1. */
function over(base: number, top: number, opacity: number): number {
  return base + (top - base) * Math.min(1, Math.max(0, opacity));
}

/** 1 for radius < 1, 0 outside, with a soft edge; a smaller sharpness is softer. */
function inside(radius: number, sharpness = 14): number {
  return step((1 - radius) * sharpness);
}

/** `inside` of √(x² + y²), which at 6 is 0 for a sharpness of 3 or more. */
function ellipse(x: number, y: number, sharpness = 14): number {
  return Math.abs(x) > 6 || Math.abs(y) > 6 ? 0 : inside(hypot(x, y), sharpness);
}

/** √(x² + y²) with the bits of V8's Math.hypot, which accepts any number of arguments and takes twice as long. */
function hypot(x: number, y: number): number {
  const larger = Math.max(Math.abs(x), Math.abs(y));
  const a = x / larger;
  const b = y / larger;
  return larger === 0 ? 0 : Math.sqrt(a * a + b * b) * larger;
}

/** Beyond this a logistic step is within 1e-19 of 0 or 1, which no grey value resolves: skip `exp`. */
const FAR = 15;

/** A logistic step: 0 for t ≪ 0, ½ at 0, 1 for t ≫ 0. */
function step(t: number): number {
  if (t < -FAR) return 0;
  return t > FAR ? 1 : 1 / (1 + Math.exp(-3 * t));
}

function blob(x: number, y: number): number {
  const square = x * x + y * y;
  return square > 3 * FAR ? 0 : Math.exp(-square);
}

function bell(x: number): number {
  return blob(x, 0);
}
