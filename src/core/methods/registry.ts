/** Registry of methods, in the order of lists and tables. */
import { bppca } from './bilinear/bppca.ts';
import { factorNoisePhopca } from './bilinear/factorNoise.ts';
import { fpca } from './bilinear/fpca.ts';
import { glram } from './bilinear/glram.ts';
import { glramPca } from './bilinear/glramPca.ts';
import { mvfa } from './bilinear/mvfa.ts';
import { oneModePhopca } from './bilinear/oneModePhopca.ts';
import { mvfaAdditive, mvfaAnisotropic } from './bilinear/mvfaExtensions.ts';
import { psopca } from './bilinear/psopca.ts';
import { robustPhopca } from './bilinear/robustPhopca.ts';
import { oneModePhopcaLeft, twoDPcaLeft } from './bilinear/transposed.ts';
import { twoDPca } from './bilinear/twoDPca.ts';
import { twoDSvd } from './bilinear/twoDSvd.ts';
import { bilateralLda } from './discriminant/bilateralLda.ts';
import { lda } from './discriminant/lda.ts';
import { mpcaLda } from './discriminant/mpcaLda.ts';
import { twoDLda } from './discriminant/twoDLda.ts';
import { fkLda } from './discriminant/fkLda.ts';
import { emPca } from './vector/emPca.ts';
import { emEPca } from './vector/emEPca.ts';
import { gha } from './vector/gha.ts';
import { coupledModel } from './vector/coupledModel.ts';
import { mixtureOfMvfa, mixtureOfPhopca } from './mixture/mixtures.ts';
import { lpp, lppSubjects } from './field/lpp.ts';
import { sfa } from './field/sfa.ts';
import { emLda, composedFields, emLpp } from './field/composedFields.ts';
import { plda } from './discriminant/plda.ts';
import { regularisedLda } from './discriminant/regularisedLda.ts';
import { spatiallySmoothLda } from './discriminant/spatiallySmoothLda.ts';
import { srda } from './discriminant/srda.ts';
import { ioffePlda } from './discriminant/ioffePlda.ts';
import { emSfa } from './field/emSfa.ts';
import { mlSolutions } from './field/mlSolutions.ts';
import { fastIca } from './factorisation/fastIca.ts';
import { nmf } from './factorisation/nmf.ts';
import { twoDNmf } from './factorisation/twoDNmf.ts';
import { mfa } from './graph/mfa.ts';
import { npe, npeSubjects } from './graph/npe.ts';
import { olpp, olppSubjects } from './graph/olpp.ts';
import { kernelFisher } from './kernel/kernelFisher.ts';
import { kernelPca } from './kernel/kernelPca.ts';
import { importedMethod } from './importedMethod.ts';
import type { Method } from './method.ts';
import type { Declaration } from './external/declaration.ts';
import { externalMethod } from './external/externalMethod.ts';
import { oneModeTensorPhopca } from './tensor/oneModeTensor.ts';
import { tensorPhopca } from './tensor/tensorPhopca.ts';
import { asTheyAre } from './vector/identity.ts';
import { pca } from './vector/pca.ts';
import { ppca } from './vector/ppca.ts';

export const methods: readonly Method[] = [
  pca,
  ppca,
  twoDPca,
  glram,
  bppca,
  psopca,
  mvfa,
  fpca,
  oneModePhopca,
  oneModePhopcaLeft,
  twoDPcaLeft,
  twoDSvd,
  glramPca,
  mvfaAnisotropic,
  mvfaAdditive,
  mixtureOfPhopca,
  mixtureOfMvfa,
  tensorPhopca,
  oneModeTensorPhopca,
  robustPhopca,
  factorNoisePhopca,
  lda,
  fkLda,
  emPca,
  emEPca,
  gha,
  coupledModel,
  lpp,
  lppSubjects,
  sfa,
  emLda,
  emLpp,
  composedFields,
  plda,
  ioffePlda,
  emSfa,
  mlSolutions,
  regularisedLda,
  spatiallySmoothLda,
  srda,
  npe,
  npeSubjects,
  olpp,
  olppSubjects,
  mfa,
  kernelPca,
  kernelFisher,
  twoDLda,
  bilateralLda,
  mpcaLda,
  nmf,
  twoDNmf,
  fastIca,
  asTheyAre,
];

/** External methods that the user has registered, and those recorded only in stored studies. */
const registered = new Map<string, Method>();
const recalled = new Map<string, Method>();

/** Replaces the external methods of this thread; a host reads them from the user's settings. */
export function registerExternal(list: readonly Method[]): void {
  registered.clear();
  for (const method of list) registered.set(method.id, method);
}

/** Registers the declaration recorded with a stored study, to read its results without the method. */
export function registerRecorded(declaration: Declaration, version: string): Method {
  const existing = registered.get(declaration.id) ?? recalled.get(declaration.id);
  if (existing?.outside?.version === version) return existing;
  const method = externalMethod(declaration, version, {});
  if (!registered.has(method.id)) recalled.set(method.id, method);
  return method;
}

/** Whether an id belongs to a built-in method. */
export function isBuiltIn(id: string): boolean {
  return id === importedMethod.id || methods.some((method) => method.id === id);
}

/** Built-in methods, then external ones. */
export function allMethods(): readonly Method[] {
  return [...methods, ...registered.values()];
}

/** The method with this id, including that of imported results; or undefined. */
export function findMethod(id: string): Method | undefined {
  if (id === importedMethod.id) return importedMethod;
  return methods.find((method) => method.id === id) ?? registered.get(id) ?? recalled.get(id);
}
