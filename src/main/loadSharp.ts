/**
 * The image library. Whoever needs it loads it here: under Electron on Linux the native build must not be loaded at
 * all.
 */
import { registerHooks } from 'node:module';
import type sharp from 'sharp';

/**
 * Whether the WebAssembly build is taken. Electron's Linux binary links the glib of the system, libvips carries a copy
 * of its own, and in one process the two end it (lovell/sharp#4522, electron/electron#46323). The WebAssembly build
 * decodes to the same bytes, but draws no text.
 */
export const webAssemblySharp = process.platform === 'linux' && process.versions['electron'] !== undefined;

let hidden = false;

/** The module, loaded by the first call; each thread has one of its own. */
export async function loadSharp(): Promise<typeof sharp> {
  if (webAssemblySharp && !hidden) {
    hidden = true;
    hideNativeBuild();
  }
  return (await import('sharp')).default;
}

/** To sharp's own loader its native packages are not installed, so that it takes the next one. */
function hideNativeBuild(): void {
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@img/sharp-linux')) return next(name, context);
      throw Object.assign(new Error(`${name} is not loaded under Electron`), { code: 'MODULE_NOT_FOUND' });
    },
  });
}
