/** Test files of the page share a window: each begins with an empty document, its own globals and nothing stored. */
import { vi } from 'vitest';

vi.unstubAllGlobals();
if (typeof document !== 'undefined') {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
}
