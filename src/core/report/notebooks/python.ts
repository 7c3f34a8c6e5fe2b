/** A Jupyter notebook that reads the results of a study and draws them with matplotlib. */
import { RESULTS, type NotebookFigure } from './notebookFigure.ts';

const quoted = (text: string): string => JSON.stringify(text);

/** The two steps: reading, drawing. */
export function pythonCells({ column, axis, title, best }: NotebookFigure): readonly string[] {
  return [
    `import csv
from math import prod

with open(${quoted(RESULTS)}, newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
print(len(rows), "values of", sorted({row["measure"] for row in rows}))
print("conditions:", list(dict.fromkeys(row["condition"] for row in rows)))`,
    `from collections import defaultdict
from statistics import mean

import matplotlib.pyplot as plt

measure = ${quoted(column)}
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
plt.ylabel(${quoted(axis)})
plt.title(${quoted(title)} + ", " + condition)
plt.legend()
plt.show()`,
  ];
}

/** The notebook, format 4. */
export function pythonNotebook(figure: NotebookFigure): string {
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
