/** A script for R, without packages, that reads the results of a study and draws them. */
import { RESULTS, type NotebookFigure } from './notebookFigure.ts';

const quoted = (text: string): string => JSON.stringify(text);

export function rScript({ column, axis, title, best }: NotebookFigure): string {
  return `# Source this file in the folder of ${RESULTS}: source("study.R")
all <- read.csv(${quoted(RESULTS)}, colClasses = c(latent_shape = "character"), encoding = "UTF-8")
condition <- all$condition[1]
rows <- all[all$measure == ${quoted(column)} & all$condition == condition & !is.na(all$value), ]

# Mean over the repeats; of the shapes with as many numbers the best.
rows$numbers <- vapply(strsplit(rows$latent_shape, "x"), function(sides) prod(as.numeric(sides)), 1)
means <- aggregate(value ~ label + latent_shape + numbers, rows, mean)
curves <- aggregate(value ~ label + numbers, means, ${best})

labels <- unique(rows$label)
plot(range(curves$numbers), range(curves$value), type = "n", log = "x",
     xlab = "Numbers per code", ylab = ${quoted(axis)}, main = paste0(${quoted(title)}, ", ", condition))
for (i in seq_along(labels)) {
  of <- curves[curves$label == labels[i], ]
  lines(of$numbers, of$value, type = "b", col = i, pch = i)
}
legend("topright", legend = labels, col = seq_along(labels), pch = seq_along(labels), lty = 1)
`;
}
