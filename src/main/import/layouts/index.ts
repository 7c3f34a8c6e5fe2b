/** The layouts, in the order in which they are tried. A new one is one file and one line here. */
import type { FileLayout, FolderLayout } from '../source.ts';
import { csv } from './csv.ts';
import { folders } from './folders.ts';
import { idx } from './idx.ts';
import { matlab } from './matlab.ts';
import { numpy } from './numpy.ts';
import { orl } from './orl.ts';
import { yale } from './yale.ts';

export const folderLayouts: readonly FolderLayout[] = [orl, yale, folders];

export const fileLayouts: readonly FileLayout[] = [matlab, numpy, idx, csv];
