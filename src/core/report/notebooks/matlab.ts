/** A script for MATLAB, from R2019a on, that reads the results of a study and draws them. */
import { RESULTS, type NotebookFigure } from './notebookFigure.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export function matlabScript({ column, axis, title, best }: NotebookFigure): string {
  return `% Run this file in the folder of ${RESULTS}.
file = ${quoted(RESULTS)};
options = detectImportOptions(file, 'Delimiter', ',');
options = setvartype(options, {'label', 'condition', 'latent_shape', 'measure'}, 'string');
options = setvartype(options, 'value', 'double');
all_rows = readtable(file, options);
condition = all_rows.condition(1);
rows = all_rows(all_rows.measure == ${quoted(column)} & all_rows.condition == condition & ~isnan(all_rows.value), :);

% Mean over the repeats; of the shapes with as many numbers the best.
rows.latent_shape(ismissing(rows.latent_shape) | rows.latent_shape == "") = "1";
rows.numbers = arrayfun(@(shape) prod(str2double(split(shape, 'x'))), rows.latent_shape);
means = groupsummary(rows, {'label', 'latent_shape', 'numbers'}, 'mean', 'value');
curves = groupsummary(means, {'label', 'numbers'}, '${best}', 'mean_value');

labels = unique(rows.label, 'stable');
figure
hold on
for i = 1:numel(labels)
    of = curves(curves.label == labels(i), :);
    plot(of.numbers, of.${best}_mean_value, 'o-', 'DisplayName', labels(i))
end
hold off
set(gca, 'XScale', 'log')
xlabel('Numbers per code')
ylabel(${quoted(axis)}, 'Interpreter', 'none')
title(${quoted(title)} + ", " + condition, 'Interpreter', 'none')
legend('Location', 'best', 'Interpreter', 'none')
`;
}
