/** The layouts, in the order in which they are tried. A new layout is one object and one line here. */
import type { FileLayout, FolderLayout } from '../source.ts';
import { arff } from './arff.ts';
import { csv } from './csv.ts';
import { databases } from './faceDatabases.ts';
import { folders } from './folders.ts';
import { idx } from './idx.ts';
import { libsvm } from './libsvm.ts';
import { matlab } from './matlab.ts';
import { names } from './subjectFirstNames.ts';
import { numpy } from './numpy.ts';

export const folderLayouts: readonly FolderLayout[] = [...databases, folders, names];

export const fileLayouts: readonly FileLayout[] = [matlab, numpy, idx, csv, libsvm, arff];
