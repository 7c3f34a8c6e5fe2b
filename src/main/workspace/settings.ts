import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { UserSettings } from '../../core/contract/settings.ts';
import { defaultFigureLook, figureLookSchema } from '../../core/figures/page/figurePage.ts';

const schema = z.object({
  workers: z.int().min(0).max(64).catch(0),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  figure: figureLookSchema.catch(defaultFigureLook),
});

export interface SettingsRepository {
  readonly get: () => UserSettings;
  readonly set: (change: Partial<UserSettings>) => UserSettings;
}

/** User settings; values that are absent or unreadable are the defaults. */
export function settingsRepository(db: Database): SettingsRepository {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings');
  const put = db.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const get = (): UserSettings =>
    schema.parse(Object.fromEntries(all.all().map((row) => [row.name, parse(row.value)])));
  return {
    get,
    set: db.transaction((change: Partial<UserSettings>) => {
      for (const [name, value] of Object.entries(change)) if (value !== undefined) put.run(name, JSON.stringify(value));
      return get();
    }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
