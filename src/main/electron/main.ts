/** Entry point of the desktop shell: enables the cache of compiled code, then loads everything else through it. */
import { keepCompiledCode } from './compiledCode.ts';

keepCompiledCode();
// Awaited, so Electron is not ready before this is loaded.
await import('./beforeReady.ts');
