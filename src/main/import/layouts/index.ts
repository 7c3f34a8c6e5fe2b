/** The layouts, in the order in which they are tried. A new one is one file and one line here. */
import type { FileLayout, FolderLayout } from '../source.ts';
import { ar } from './ar.ts';
import { arff } from './arff.ts';
import { casPeal } from './databases/casPeal.ts';
import { cmuPie } from './databases/cmuPie.ts';
import { cohnKanade } from './databases/cohnKanade.ts';
import { csv } from './csv.ts';
import { extendedYaleB } from './databases/extendedYaleB.ts';
import { colourFeret, greyFeret } from './databases/feret.ts';
import { folders } from './folders.ts';
import { idx } from './idx.ts';
import { jaffe } from './databases/jaffe.ts';
import { lfw } from './databases/lfw.ts';
import { libsvm } from './libsvm.ts';
import { matlab } from './matlab.ts';
import { multiPie } from './databases/multiPie.ts';
import { names } from './names.ts';
import { numpy } from './numpy.ts';
import { orl } from './databases/orl.ts';
import { orlFlat } from './databases/orlFlat.ts';
import { umist } from './databases/umist.ts';
import { xm2vts } from './databases/xm2vts.ts';
import { yale } from './databases/yale.ts';

export const folderLayouts: readonly FolderLayout[] = [
  orl,
  yale,
  extendedYaleB,
  ar,
  xm2vts,
  greyFeret,
  colourFeret,
  jaffe,
  umist,
  cmuPie,
  multiPie,
  casPeal,
  cohnKanade,
  lfw,
  orlFlat,
  folders,
  names,
];

export const fileLayouts: readonly FileLayout[] = [matlab, numpy, idx, csv, libsvm, arff];
