/**
 * The user's theme for what the page does not draw: title bar, dialogs, menus, and the window's ground before the first
 * frame. The setting is kept in the workspace, which is not open yet when the window is; a copy in the profile is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTheme } from 'electron';
import { z } from 'zod';
import type { UserSettings } from '../../../core/contract/settings.ts';
import { OWN_FILE } from '../../disk/privateFile.ts';
import { writeFile } from '../../disk/writeFile.ts';

type Theme = UserSettings['theme'];

const schema = z.object({ theme: z.enum(['system', 'light', 'dark']) });

/** The theme that the last run left in the profile; "system" where none is readable. */
export function rememberedTheme(profile: string): Theme {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(profile), 'utf8'))).theme;
  } catch {
    return 'system';
  }
}

/** Gives the frame a theme, and keeps it for the next start where it is another one. */
export function setTheme(profile: string, theme: Theme): void {
  nativeTheme.themeSource = theme;
  if (theme !== rememberedTheme(profile)) writeFile(fileOf(profile), JSON.stringify({ theme }), { mode: OWN_FILE });
}

function fileOf(profile: string): string {
  return join(profile, 'frame.json');
}
