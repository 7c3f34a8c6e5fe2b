/**
 * Loads the image library; all users of sharp load it here, because the native build must not be loaded under Electron
 * on Linux.
 */
import { registerHooks } from 'node:module';
import type sharp from 'sharp';

/**
 * Whether to use the WebAssembly build. Electron's Linux binary links the system's glib, libvips contains its own copy,
 * and both in one process crash it (lovell/sharp#4522, electron/electron#46323). The WebAssembly build decodes to the
 * same bytes, but draws no text.
 */
export const webAssemblySharp = process.platform === 'linux' && process.versions['electron'] !== undefined;

let hidden = false;

/** The module, loaded by the first call; once per thread. */
export async function loadSharp(): Promise<typeof sharp> {
  if (webAssemblySharp && !hidden) {
    hidden = true;
    hideNativeBuild();
  }
  return (await import('sharp')).default;
}

/** Hides the native packages from sharp's loader, which then takes the next one. */
function hideNativeBuild(): void {
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@img/sharp-linux')) return next(name, context);
      throw Object.assign(new Error(`${name} is not loaded under Electron`), { code: 'MODULE_NOT_FOUND' });
    },
  });
}
