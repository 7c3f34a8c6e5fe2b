/** The page on the methods. */
import { methods } from '../../src/core/methods/registry.ts';
import { cited, section, type Page } from './markdown.ts';
import { parameterTable } from './parameters.ts';

export function methodsPage(): Page {
  const sections = methods.map((method) => {
    const { id, title, fullName, description, formula, axes, latentNames, citation, parameters } = method;
    const can = [
      method.sweep && 'all latent shapes from one fit',
      method.reconstruct && 'reconstruction',
      method.logLikelihood && 'likelihood',
      method.sample && 'drawing images',
      method.components && 'responsibilities',
      method.impute && 'missing pixels',
      method.incremental && 'learning from further images',
      method.ownRule && 'identification by its own rule',
    ].filter((ability) => typeof ability === 'string');
    return section(title, [
      `\`${id}\`: ${fullName}. ${latentNames.length === 0 ? 'No latent dimension' : `Latent dimensions: ${latentNames.join(', ')}`}.`,
      description,
      `Model: ${formula}.`,
      axes,
      can.length > 0 ? `Has: ${can.join(', ')}.` : null,
      parameterTable(parameters),
      citation ? cited(citation) : null,
    ]);
  });
  return { title: 'Methods', about: 'The methods of a study: the field `methods`.', sections };
}
