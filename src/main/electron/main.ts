/** Entry point of the desktop shell: a cache of compiled code, then all else, which is loaded through it. */
import { keepCompiledCode } from './compiledCode.ts';

keepCompiledCode();
// Electron is not ready before this has been loaded, as it is awaited.
await import('./beforeReady.ts');
