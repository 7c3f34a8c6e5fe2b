/** Variation between and within the subjects of the generated face database. Lengths are in half face widths. */
import type { Random } from '../random/stream.ts';

/** Drawn once per subject. */
export interface Identity {
  readonly width: number;
  readonly height: number;
  /** Narrowing of the face towards the chin, 0 … 1. */
  readonly jaw: number;
  readonly skin: number;
  readonly hair: number;
  readonly hairline: number;
  /** Thickness of the hair at the sides of the face. */
  readonly sides: number;
  /** Length of the hair, measured down from the middle of the face. */
  readonly hairLength: number;
  /** Asymmetry of the hairline. */
  readonly parting: number;
  readonly eyeSpacing: number;
  readonly eyeHeight: number;
  readonly eyeSize: number;
  readonly iris: number;
  readonly browHeight: number;
  readonly browThickness: number;
  readonly browSlope: number;
  readonly noseLength: number;
  readonly noseWidth: number;
  readonly mouthHeight: number;
  readonly mouthWidth: number;
  readonly lips: number;
  /** Darkness of a beard, 0 for none. */
  readonly beard: number;
  /** Darkness of the glasses frame, 0 for none. */
  readonly glasses: number;
  readonly background: number;
}

/** Drawn once per image. */
export interface Appearance {
  /** Corners of the mouth: up if > 0, down if < 0. */
  readonly smile: number;
  readonly mouthOpen: number;
  readonly eyesOpen: number;
  readonly browRaise: number;
  /** Direction of the light: horizontal and vertical angle in radians, 0 in front. */
  readonly lightAzimuth: number;
  readonly lightElevation: number;
  /** Share of ambient light. */
  readonly ambient: number;
  readonly gain: number;
  /** Turn of the head: horizontal displacement of the features. */
  readonly turn: number;
  /** Displacement in pixels of a 56 × 46 image; rotation in radians; magnification. */
  readonly shiftX: number;
  readonly shiftY: number;
  readonly rotation: number;
  readonly zoom: number;
}

export function drawIdentity(random: Random): Identity {
  const between = (low: number, high: number) => low + (high - low) * random.uniform();
  const skin = between(140, 215);
  return {
    width: between(0.84, 1),
    height: between(1.2, 1.42),
    jaw: between(0.1, 0.42),
    skin,
    hair: between(15, 120),
    hairline: between(0.5, 0.8),
    sides: between(0.03, 0.2),
    hairLength: random.uniform() < 0.4 ? between(0.5, 1.3) : between(-0.3, 0.2),
    parting: between(-0.25, 0.25),
    eyeSpacing: between(0.36, 0.46),
    eyeHeight: between(0.1, 0.22),
    eyeSize: between(0.12, 0.16),
    iris: between(20, 80),
    browHeight: between(0.2, 0.28),
    browThickness: between(0.03, 0.075),
    browSlope: between(-0.08, 0.28),
    noseLength: between(0.38, 0.56),
    noseWidth: between(0.13, 0.22),
    mouthHeight: between(0.6, 0.74),
    mouthWidth: between(0.26, 0.38),
    lips: between(0.05, 0.1),
    beard: random.uniform() < 0.3 ? between(0.15, 0.6) : 0,
    glasses: random.uniform() < 0.25 ? between(0.5, 0.9) : 0,
    background: between(60, 170),
  };
}

/** `strength` scales every variation within a subject; 1 is the default database. */
export function drawAppearance(random: Random, strength: number): Appearance {
  const spread = (s: number) => s * strength * random.normal();
  return {
    smile: spread(0.05),
    mouthOpen: random.uniform() < 0.3 ? Math.abs(spread(0.06)) : 0,
    eyesOpen: random.uniform() < 0.06 * strength ? 0.15 : 1 - Math.min(0.5, Math.abs(spread(0.11))),
    browRaise: spread(0.022),
    lightAzimuth: spread(0.4),
    lightElevation: 0.25 + spread(0.18),
    ambient: 0.45,
    gain: 1 + spread(0.06),
    turn: spread(0.05),
    shiftX: spread(0.58),
    shiftY: spread(0.58),
    rotation: spread(0.025),
    zoom: 1 + spread(0.018),
  };
}
