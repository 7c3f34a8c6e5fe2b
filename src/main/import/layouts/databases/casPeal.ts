import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/** Codes of the database (W. Gao et al., The CAS-PEAL large-scale Chinese face database, IEEE SMC-A 38, 2008). */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  N: 'neutral',
  L: 'laugh',
  F: 'frown',
  S: 'surprise',
  C: 'closed eyes',
  O: 'open mouth',
};

/**
 * CAS-PEAL: sex and age group (Y, M, O) with the subject's number, light, pose, expression, accessory, distance,
 * session, background: `MY_000064_IEU+00_PM+00_EN_A0_D0_T0_BB_M0_R1_S0.tif`. Light and pose keep their codes: `EU+00`
 * is ambient light, `M+22` looks 22° to the side.
 */
export const casPeal = patternLayout({
  id: 'caspeal',
  title: 'CAS-PEAL',
  naming: 'MY_000064_IEU+00_PM+00_EN_A0_D0_T0_BB_M0_R1_S0.tif',
  pattern: String.raw`(?:^|/)(?<subject>[FM][YMO]_\d{6})_I(?<light>[A-Z][UMD][+-]\d\d)_P(?<pose>[UMD][+-]\d\d)_E(?<expression>[NLFSCO])_A(?<accessory>\d)_D(?<distance>\d)_T(?<session>\d)_B(?<background>[A-Z])_M\d_R\d_S\d[^/]*\.(?:${IMAGE_ENDINGS})$`,
  refine({ subject, expression, ...attributes }) {
    return {
      subject: subject.toUpperCase(),
      attributes: { ...attributes, expression: EXPRESSIONS[expression.toUpperCase()] },
    };
  },
});
