/** One parametric face as an image. Coordinates: x to the right, y down, the origin amid the face. */
import { matrix, type Matrix } from '../linalg/matrix.ts';
import type { Appearance, Identity } from './faceParameters.ts';

/** Sampling points a pixel and direction: edges are averaged, as a camera would. */
const SAMPLES = 2;

/** Grey values (about 0 … 255, not yet clipped) of a face on rows × cols pixels. */
export function drawFace(identity: Identity, appearance: Appearance, rows: number, cols: number): Matrix {
  const image = matrix(rows, cols);
  // The face fills 76 % of the width; displacements are stated for a width of 46 pixels.
  const unit = 0.38 * cols;
  const pixel = cols / 46;
  const cos = Math.cos(appearance.rotation);
  const sin = Math.sin(appearance.rotation);
  const scale = 1 / (unit * appearance.zoom);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      let sum = 0;
      for (let a = 0; a < SAMPLES; a++) {
        for (let b = 0; b < SAMPLES; b++) {
          const u = (j + (b + 0.5) / SAMPLES - cols / 2 - appearance.shiftX * pixel) * scale;
          const v = (i + (a + 0.5) / SAMPLES - rows * 0.53 - appearance.shiftY * pixel) * scale;
          sum += shade(identity, appearance, cos * u + sin * v, cos * v - sin * u);
        }
      }
      image.data[i * cols + j] = sum / SAMPLES ** 2;
    }
  }
  return image;
}

/** Grey value at one point: layers from the background to the glasses, each laid over the last. */
function shade(id: Identity, look: Appearance, x: number, y: number): number {
  const outline = faceRadius(id, x, y);
  const light = lighting(id, look, x, y);
  let value = id.background * (0.9 + 0.1 * light) - 12 * y;

  // Neck and shoulders.
  value = over(value, id.skin * 0.62 * light, inside(Math.abs(x) / (0.52 * id.width)) * step(y - 0.7 * id.height));
  const shoulder = 1.02 * id.height + 0.25 * x * x;
  value = over(value, id.hair * 0.5 + 40, step((y - shoulder) * 3));

  // Hair behind the face, then the face, then the fringe.
  const crown = Math.hypot(x / (id.width + id.sides), (y + 0.1) / (id.height + 0.12));
  value = over(value, id.hair * (0.75 + 0.35 * light), inside(crown) * step((id.hairLength - y) * 4));
  const face = inside(outline);
  value = over(value, id.skin * light, face);
  const fringe = -id.hairline * id.height + 0.35 * x * x + id.parting * x;
  value = over(value, id.hair * (0.75 + 0.35 * light), face * step((fringe - y) * 8));

  // Features lie on a rounded head: a turn moves them sideways, most in the middle.
  const fx = x - look.turn * (1 - 0.5 * Math.abs(x));
  value = beard(value, id, fx, y, face);
  value = nose(value, id, look, fx, y);
  value = mouth(value, id, look, fx, y);
  value = eye(value, id, look, fx - id.eyeSpacing, y, 1);
  value = eye(value, id, look, fx + id.eyeSpacing, y, -1);
  value = glasses(value, id, fx, y);
  return value * look.gain;
}

/** Below 1 inside the face: an ellipse whose lower half narrows towards the chin. */
function faceRadius(id: Identity, x: number, y: number): number {
  const below = Math.max(0, y / id.height);
  return Math.hypot(x / (id.width * (1 - id.jaw * below * below)), y / id.height);
}

/** Lambert's law on an ellipsoidal head, with ambient light. */
function lighting(id: Identity, look: Appearance, x: number, y: number): number {
  const [a, b] = [x / (1.15 * id.width), y / (1.15 * id.height)];
  const depth = Math.sqrt(Math.max(0.05, 1 - a * a - b * b));
  const direction = [
    Math.sin(look.lightAzimuth) * Math.cos(look.lightElevation),
    -Math.sin(look.lightElevation),
    Math.cos(look.lightAzimuth) * Math.cos(look.lightElevation),
  ];
  const facing = Math.max(0, a * direction[0] + b * direction[1] + depth * direction[2]);
  return look.ambient + (1.05 - look.ambient) * facing;
}

function eye(value: number, id: Identity, look: Appearance, x: number, y: number, side: 1 | -1): number {
  const dy = y + id.eyeHeight;
  // Socket, eyeball, iris, upper lid, brow.
  value = over(value, value * 0.8, 0.8 * blob(x / 0.26, (dy + 0.02) / 0.17));
  const opening = 0.5 * id.eyeSize * look.eyesOpen;
  const ball = inside(Math.hypot(x / (1.15 * id.eyeSize), dy / Math.max(0.012, opening)), 5);
  value = over(value, Math.min(225, id.skin * 0.5 + 110), ball);
  value = over(value, id.iris, ball * inside(Math.hypot(x, dy) / (0.52 * id.eyeSize), 5));
  value = over(value, 35, 0.75 * inside(Math.hypot(x / (1.2 * id.eyeSize), (dy + opening) / 0.028), 3));
  const brow = dy + id.browHeight + look.browRaise + id.browSlope * side * x * 0.6 - 0.9 * x * x;
  return over(value, id.hair * 0.9, 0.85 * inside(Math.hypot(x / 0.25, brow / id.browThickness), 3));
}

function nose(value: number, id: Identity, look: Appearance, x: number, y: number): number {
  const tip = id.noseLength - id.eyeHeight;
  const along = (y + id.eyeHeight) / id.noseLength;
  if (along > 0 && along < 1.1) {
    const width = id.noseWidth * (0.35 + 0.5 * along);
    const flank = Math.exp(-(((Math.abs(x) - width) / 0.06) ** 2)) * Math.sin(Math.min(1, along) * Math.PI * 0.9);
    const shadow = Math.sign(x) * Math.sign(look.lightAzimuth) < 0 ? 0.22 : 0.1;
    value *= 1 - shadow * Math.max(0, flank);
    value *= 1 + 0.07 * Math.exp(-((x / 0.07) ** 2)) * Math.min(1, along);
  }
  const nostril = (at: number) => blob((x - at) / 0.055, (y - tip) / 0.035);
  value = over(value, value * 0.4, 0.8 * (nostril(0.55 * id.noseWidth) + nostril(-0.55 * id.noseWidth)));
  return over(value, value * 0.78, 0.6 * blob(x / (1.2 * id.noseWidth), (y - tip - 0.055) / 0.04));
}

function mouth(value: number, id: Identity, look: Appearance, x: number, y: number): number {
  const width = id.mouthWidth * (1 + 0.8 * look.smile);
  const bend = (look.smile * x * x) / (width * width);
  const dy = y - id.mouthHeight + bend - 0.5 * look.smile;
  const taper = Math.sqrt(Math.max(0, 1 - (x / width) ** 2));
  const height = (id.lips + 0.5 * look.mouthOpen) * taper;
  if (height > 0) {
    value = over(value, id.skin * 0.62, 0.9 * inside(Math.abs(dy) / height, 4));
    const gap = Math.max(0.012, 0.42 * look.mouthOpen * taper);
    value = over(value, 38, 0.9 * inside(Math.abs(dy) / gap, 2));
  }
  return over(value, value * 0.8, 0.6 * blob(x / (0.7 * width), (dy - id.lips - 0.09) / 0.05));
}

function beard(value: number, id: Identity, x: number, y: number, face: number): number {
  if (id.beard === 0) return value;
  const region = step((y - 0.42 + 0.3 * (1 - Math.abs(x)) * step((0.3 - Math.abs(x)) * 8)) * 7);
  return over(value, id.hair, id.beard * face * region);
}

function glasses(value: number, id: Identity, x: number, y: number): number {
  if (id.glasses === 0) return value;
  const dy = y + id.eyeHeight - 0.02;
  const rim = Math.hypot((Math.abs(x) - id.eyeSpacing) / 0.3, dy / 0.2);
  const bridge = Math.abs(x) < id.eyeSpacing - 0.26 ? Math.exp(-(((dy + 0.03) / 0.035) ** 2)) : 0;
  const frame = Math.exp(-(((rim - 1) / 0.14) ** 2));
  return over(value, 30, id.glasses * Math.min(1, frame + bridge));
}

/** `top` over `base` with an opacity of 0 … 1. */
function over(base: number, top: number, opacity: number): number {
  return base + (top - base) * Math.min(1, Math.max(0, opacity));
}

/** 1 for radius < 1, 0 outside, with a soft edge; a smaller sharpness is softer. */
function inside(radius: number, sharpness = 14): number {
  return step((1 - radius) * sharpness);
}

/** A logistic step: 0 for t ≪ 0, ½ at 0, 1 for t ≫ 0. */
function step(t: number): number {
  return 1 / (1 + Math.exp(-3 * t));
}

function blob(x: number, y: number): number {
  return Math.exp(-(x * x + y * y));
}
