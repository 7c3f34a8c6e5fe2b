/**
 * Loaded with --import into the packaged application and its threads: no module of the package resolves to a file
 * outside of it.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const inside = `${pathToFileURL(process.env['EIGENBENCH_PACKAGE']!).href}/`;

registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    if (name !== 'electron' && context.parentURL?.startsWith(inside) && found.url.startsWith('file:')) {
      if (!found.url.startsWith(inside)) throw new Error(`${context.parentURL} takes ${name} from ${found.url}`);
    }
    return found;
  },
});
