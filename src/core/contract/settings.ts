/** Calls and data of the contract: user settings. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { figureLookSchema, type FigureLook } from '../figures/figurePage.ts';
import { base, writing } from './procedures.ts';

export interface UserSettings {
  /** Worker threads; 0 means one per processor. */
  readonly workers: number;
  readonly theme: 'system' | 'light' | 'dark';
  /** Options of the last saved figure. */
  readonly figure: FigureLook;
}

export const settings = {
  get: base.output(type<UserSettings>()),
  set: writing
    .input(
      z.strictObject({
        workers: z.int().min(0).max(64).optional(),
        theme: z.enum(['system', 'light', 'dark']).optional(),
        figure: figureLookSchema.optional(),
      }),
    )
    .output(type<UserSettings>()),
};
