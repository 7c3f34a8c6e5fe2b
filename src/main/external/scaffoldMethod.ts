/** Creates a folder with a working example of an external method and the SDK file of its language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { METHOD_ID, type LanguageName } from '../../core/methods/external/languages.ts';
import { makeFolder } from '../disk/folders.ts';
import { writeFile } from '../disk/writeFile.ts';
import { packageRoot } from '../packageRoot.ts';
import { FolderError } from './folderHash.ts';

interface Language {
  /** Folder in `sdk`. */
  readonly folder: string;
  /** The file to edit. */
  readonly example: string;
  /** How method.json runs the method; `interpreter` replaces the first word. */
  readonly run: { readonly command: readonly string[] } | { readonly module: string };
}

const table: Readonly<Record<LanguageName, Language>> = {
  python: {
    folder: 'python',
    example: 'method.py',
    run: { command: [process.platform === 'win32' ? 'python' : 'python3', 'method.py'] },
  },
  octave: {
    folder: 'octave',
    example: 'method.m',
    run: { command: ['octave', '--quiet', '--no-gui', '--no-init-file', 'method.m'] },
  },
  julia: { folder: 'julia', example: 'method.jl', run: { command: ['julia', '--startup-file=no', 'method.jl'] } },
  r: { folder: 'r', example: 'method.R', run: { command: ['Rscript', '--vanilla', 'method.R'] } },
  node: { folder: 'node', example: 'method.mjs', run: { command: ['node', 'method.mjs'] } },
  typescript: { folder: 'module', example: 'method.ts', run: { module: 'method.ts' } },
};

/**
 * Writes the example to a new folder, whose name becomes the id of the method. Returns the file to edit. Throws
 * FolderError if the folder is not empty or its name is not a valid id.
 */
export function newMethod(given: string, language: LanguageName, interpreter?: string): string {
  const folder = resolve(given);
  const id = basename(folder);
  if (!METHOD_ID.test(id)) {
    throw new FolderError(
      `${given}: expected a folder named by 2 to 40 lower-case letters, digits and -, a letter first, found "${id}".`,
    );
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new FolderError(`${given}: expected no folder, or an empty one, found files.`);
  }
  const { folder: source, example, run } = table[language];
  if (interpreter !== undefined && !('command' in run)) {
    throw new FolderError('A module runs in the application itself and has no interpreter.');
  }
  makeFolder(folder);
  const from = join(packageRoot(), 'sdk', source);
  for (const name of readdirSync(from)) {
    const bytes = readFileSync(join(from, name));
    writeFile(join(folder, name), name === example ? bytes.toString().replaceAll('my-method', id) : bytes);
  }
  const title = id[0].toUpperCase() + id.slice(1).replaceAll('-', ' ');
  const started = 'command' in run ? { command: [interpreter ?? run.command[0], ...run.command.slice(1)] } : run;
  writeFile(join(folder, 'method.json'), `${JSON.stringify(declaration(id, title, started), null, 2)}\n`);
  return join(folder, example);
}

function declaration(id: string, title: string, run: Language['run']) {
  return {
    eigenbench: 1,
    id,
    title,
    fullName: `${title} (an example: principal component analysis)`,
    family: 'vector',
    description: 'Projects the image, as a vector of pixels, onto the leading principal axes.',
    formula: 'z = Uᵀ(x − μ)',
    latentKind: 'vector',
    latentNames: ['q'],
    largest: [['pixels', 'images-1']],
    parameters: [
      {
        name: 'whiten',
        title: 'Whiten',
        help: 'Divides the axes by their singular values: all codes then have one variance.',
        kind: 'boolean',
        default: false,
      },
    ],
    nested: true,
    ...run,
  };
}
