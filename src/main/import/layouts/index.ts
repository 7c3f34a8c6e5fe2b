/** The layouts, in the order in which they are tried. A new one is one file and one line here. */
import type { FileLayout, FolderLayout } from '../source.ts';
import { ar } from './ar.ts';
import { arff } from './arff.ts';
import { casPeal } from './casPeal.ts';
import { cmuPie } from './cmuPie.ts';
import { cohnKanade } from './cohnKanade.ts';
import { csv } from './csv.ts';
import { extendedYaleB } from './extendedYaleB.ts';
import { colourFeret, greyFeret } from './feret.ts';
import { folders } from './folders.ts';
import { idx } from './idx.ts';
import { jaffe } from './jaffe.ts';
import { lfw } from './lfw.ts';
import { libsvm } from './libsvm.ts';
import { matlab } from './matlab.ts';
import { multiPie } from './multiPie.ts';
import { names } from './names.ts';
import { numpy } from './numpy.ts';
import { orl } from './orl.ts';
import { orlFlat } from './orlFlat.ts';
import { umist } from './umist.ts';
import { xm2vts } from './xm2vts.ts';
import { yale } from './yale.ts';

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
