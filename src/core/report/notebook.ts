/** Archives for other programs: the results of a study as CSV, and a script that loads them and draws one figure. */
import { concatBytes } from '@noble/hashes/utils.js';
import { zipParts } from '../formats/zipParts.ts';
import type { Measure } from '../measures/measures.ts';
import type { LongTable } from '../study/table/longTable.ts';
import { csvLong, columnName } from './csv.ts';

// Figure of the scripts: one measure against the numbers per code, one line per method.

export interface NotebookFigure {
  /** Column of the measure in the file of results. */
  readonly column: string;
  readonly axis: string;
  readonly title: string;
  /** Which of the latent shapes with the same size is drawn. */
  readonly best: 'min' | 'max';
}

/** The file of results, next to the script. */
const RESULTS = 'study.csv';

/** Figure of the displayed measure, or of the first one in the results if it is not included. */
function notebookFigure({ study, dataset, measures }: LongTable, preferred: Measure): NotebookFigure {
  const measure = measures.find(({ id }) => id === preferred.id) ?? measures[0];
  const { title, unit, better } = measure;
  return {
    column: columnName(measure),
    axis: unit === '' ? title : `${title} (${unit})`,
    title: `${study}, ${dataset}`,
    best: better === 'lower' ? 'min' : 'max',
  };
}

// A Jupyter notebook that reads the results of a study and draws them with matplotlib.

const pythonString = (text: string): string => JSON.stringify(text);

/** Two cells: reading, drawing. */
function pythonCells({ column, axis, title, best }: NotebookFigure): readonly string[] {
  return [
    `import csv
from math import prod

with open(${pythonString(RESULTS)}, newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
print(len(rows), "values of", sorted({row["measure"] for row in rows}))
print("conditions:", list(dict.fromkeys(row["condition"] for row in rows)))`,
    `from collections import defaultdict
from statistics import mean

import matplotlib.pyplot as plt

measure = ${pythonString(column)}
condition = rows[0]["condition"]

repeats = defaultdict(list)
for row in rows:
    if row["measure"] == measure and row["condition"] == condition and row["value"]:
        repeats[row["label"], row["latent_shape"]].append(float(row["value"]))

# Mean over the repeats; of the shapes with as many numbers the best.
curves = defaultdict(dict)
for (label, shape), values in repeats.items():
    numbers = prod(int(side) for side in shape.split("x")) if shape else 1
    points = curves[label]
    points[numbers] = ${best}(points.get(numbers, mean(values)), mean(values))

for label, points in curves.items():
    plt.plot(*zip(*sorted(points.items())), marker="o", label=label)
plt.xscale("log")
plt.xlabel("Numbers per code")
plt.ylabel(${pythonString(axis)})
plt.title(${pythonString(title)} + ", " + condition)
plt.legend()
plt.show()`,
  ];
}

/** The notebook, format 4. */
function pythonNotebook(figure: NotebookFigure): string {
  const cells = pythonCells(figure).map((source) => ({
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  }));
  const kernel = { display_name: 'Python 3', language: 'python', name: 'python3' };
  const notebook = { cells, metadata: { kernelspec: kernel }, nbformat: 4, nbformat_minor: 4 };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

// A script for MATLAB, from R2019a on, that reads the results of a study and draws them.

const matlabString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function matlabScript({ column, axis, title, best }: NotebookFigure): string {
  return `% Run this file in the folder of ${RESULTS}.
file = ${matlabString(RESULTS)};
options = detectImportOptions(file, 'Delimiter', ',');
options = setvartype(options, {'label', 'condition', 'latent_shape', 'measure'}, 'string');
options = setvartype(options, 'value', 'double');
all_rows = readtable(file, options);
condition = all_rows.condition(1);
rows = all_rows(all_rows.measure == ${matlabString(column)} & all_rows.condition == condition & ~isnan(all_rows.value), :);

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
ylabel(${matlabString(axis)}, 'Interpreter', 'none')
title(${matlabString(title)} + ", " + condition, 'Interpreter', 'none')
legend('Location', 'best', 'Interpreter', 'none')
`;
}

// A script for R, without packages, that reads the results of a study and draws them.

const rString = (text: string): string => JSON.stringify(text);

function rScript({ column, axis, title, best }: NotebookFigure): string {
  return `# Source this file in the folder of ${RESULTS}: source("study.R")
all <- read.csv(${rString(RESULTS)}, colClasses = c(latent_shape = "character"), encoding = "UTF-8")
condition <- all$condition[1]
rows <- all[all$measure == ${rString(column)} & all$condition == condition & !is.na(all$value), ]

# Mean over the repeats; of the shapes with as many numbers the best.
rows$numbers <- vapply(strsplit(rows$latent_shape, "x"), function(sides) prod(as.numeric(sides)), 1)
means <- aggregate(value ~ label + latent_shape + numbers, rows, mean)
curves <- aggregate(value ~ label + numbers, means, ${best})

labels <- unique(rows$label)
plot(range(curves$numbers), range(curves$value), type = "n", log = "x",
     xlab = "Numbers per code", ylab = ${rString(axis)}, main = paste0(${rString(title)}, ", ", condition))
for (i in seq_along(labels)) {
  of <- curves[curves$label == labels[i], ]
  lines(of$numbers, of$value, type = "b", col = i, pch = i)
}
legend("topright", legend = labels, col = seq_along(labels), pch = seq_along(labels), lty = 1)
`;
}

interface Script {
  readonly name: string;
  readonly write: (figure: NotebookFigure) => string;
}

const scripts = {
  python: { name: 'study.ipynb', write: pythonNotebook },
  r: { name: 'study.R', write: rScript },
  matlab: { name: 'study_figure.m', write: matlabScript },
} satisfies Readonly<Record<string, Script>>;

export function notebookArchive(table: LongTable, preferred: Measure, language: keyof typeof scripts): Uint8Array {
  const { name, write }: Script = scripts[language];
  const text = new TextEncoder();
  const files = [
    { name, content: [text.encode(write(notebookFigure(table, preferred)))] },
    { name: RESULTS, content: [text.encode(csvLong(table))] },
  ];
  return concatBytes(...zipParts(files));
}
