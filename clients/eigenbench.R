# Eigenbench from R: one file on top of the command line, without packages. source("eigenbench.R"), then
#   import_dataset("photos", name = "faces"); run("study.json"); table_of("first")
# The command is `eigenbench`, or the value of the environment variable EIGENBENCH; eigenbench_workspace names a workspace.

eigenbench_workspace <- NULL

#' Imports a folder or file of images; returns the output of the command line.
import_dataset <- function(path, name = NULL, size = NULL) {
  .eigenbench("import", path, name = name, size = if (!is.null(size)) paste(size, collapse = "x"))
}

#' Runs or resumes a study (the path of a spec, or the spec as a list) and returns its table. `again`: labels of rows to
#' compute again, for example after a change of their methods, in place of their results.
run <- function(spec, workers = NULL, extend = FALSE, again = NULL) {
  path <- spec
  if (is.list(spec)) {
    path <- tempfile(fileext = ".json")
    on.exit(unlink(path))
    writeLines(.json(spec), path)
    name <- spec$name
  } else {
    text <- paste(readLines(path, warn = FALSE), collapse = "\n")
    name <- sub('.*"name"\\s*:\\s*"([^"]*)".*', "\\1", text)
  }
  .eigenbench("run", path, workers = workers, extend = extend, again = again)
  table_of(name)
}

#' One row per method and condition.
table_of <- function(study, measure = NULL) .frame("table", study, format = "csv", measure = measure)

#' Tidy: one row per method, condition, repeat, latent shape and measure of the study, in the column value.
scores <- function(study) .frame("table", study, format = "csv", long = TRUE)

#' One row per method, split and test image.
predictions <- function(study) .frame("predictions", study)

#' One row per split and image: role is train, gallery or test; index1 counts from 1, as R does.
splits <- function(study) .frame("splits", study, format = "csv")

#' Adds predictions as a row of a study: a data frame with the columns condition, repeat, image (from 0, or a file), predicted.
add_results <- function(study, label, results, replace = FALSE) {
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  write.csv(results, path, row.names = FALSE)
  .eigenbench("results", "add", study, path, label = label, replace = replace)
}

#' Attaches a matrix of vectors (one row per image, in the order of the dataset) to its images.
attach_vectors <- function(dataset, vectors, name) {
  path <- tempfile(fileext = ".npy")
  on.exit(unlink(path))
  .write_npy(vectors, path)
  .eigenbench("attach", dataset, path, as = name)
}

#' Fits a method to images (an array N x rows x columns, or the name of a dataset); returns the path of the model.
fit <- function(data, method, latent, out = tempfile(fileext = ".json"), seed = 1) {
  .eigenbench("fit", data = .data(data), method = method, latent = paste(latent, collapse = "x"), seed = seed, out = out)
  out
}

#' Codes of images under a model of `fit`.
encode <- function(model, data) {
  out <- tempfile(fileext = ".npy")
  on.exit(unlink(out))
  .eigenbench("encode", model = model, data = .data(data), out = out)
  .read_npy(out)
}

.data <- function(data) {
  if (is.character(data)) return(data)
  path <- tempfile(fileext = ".npy")
  .write_npy(data, path)
  path
}

.eigenbench <- function(...) {
  given <- list(...)
  words <- character()
  # A name of the user may begin with "--", so the words after the command come last.
  last <- character()
  names <- if (is.null(names(given))) rep("", length(given)) else names(given)
  if (!is.null(eigenbench_workspace)) {
    given <- c(given, eigenbench_workspace)
    names <- c(names, "workspace")
  }
  for (i in seq_along(given)) {
    value <- given[[i]]
    if (is.null(value) || identical(value, FALSE)) next
    if (names[i] == "") last <- c(last, shQuote(as.character(value)))
    else if (identical(value, TRUE)) words <- c(words, paste0("--", names[i]))
    else words <- c(words, paste0("--", names[i], "=", shQuote(as.character(value))))  # one per value
  }
  command <- seq_len(if (given[[1]] == "results") 2 else 1)
  words <- c(last[command], words, if (length(last) > length(command)) c("--", last[-command]))
  command <- strsplit(Sys.getenv("EIGENBENCH", "eigenbench"), " ")[[1]]
  errors <- tempfile()
  on.exit(unlink(errors))
  out <- suppressWarnings(system2(command[1], c(command[-1], words), stdout = TRUE, stderr = errors))
  status <- attr(out, "status")
  if (!is.null(status) && status != 0) stop(paste(readLines(errors, warn = FALSE), collapse = "\n"), call. = FALSE)
  out
}

.frame <- function(...) read.csv(text = .eigenbench(...), check.names = FALSE)

.json <- function(value) {
  if (is.null(value)) return("null")
  if (is.list(value)) {
    parts <- vapply(value, .json, "")
    if (is.null(names(value))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0('"', names(value), '":', parts, collapse = ","), "}"))
  }
  one <- if (is.character(value)) encodeString(value, quote = '"') else if (is.logical(value)) tolower(value) else format(value, digits = 17)
  # A vector of length one is written as a scalar; write a list of one as list(2).
  if (length(value) == 1) one else paste0("[", paste(one, collapse = ","), "]")
}

.read_npy <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  length <- readBin(file, "integer", 1, 2, signed = FALSE, endian = "little")
  head <- readChar(file, length)
  shape <- as.integer(strsplit(sub(".*'shape': *\\(([^)]*)\\).*", "\\1", head), ",")[[1]])
  shape <- shape[!is.na(shape)]
  values <- readBin(file, "double", prod(shape), endian = "little")
  aperm(array(values, rev(shape)))
}

.write_npy <- function(values, path) {
  shape <- if (is.null(dim(values))) length(values) else dim(values)
  head <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%s,), }", paste(shape, collapse = ", "))
  head <- paste0(head, strrep(" ", 63 - (10 + nchar(head)) %% 64), "\n")
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(as.raw(c(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0)), file)
  writeBin(as.integer(nchar(head)), file, size = 2, endian = "little")
  writeChar(head, file, eos = NULL)
  writeBin(as.double(values), file, endian = "little")
}
