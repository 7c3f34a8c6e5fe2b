# A method of Eigenbench in R (4.0 or later): this file is all that it needs, without packages.
#
#   source("eigenbench_method.R")
#   eigenbench_serve("my-method", list(fit = my_fit, encode = my_encode))
#
# model <- fit(train, latent, settings) learns from train$images (N x rows x cols), train$labels (NULL unless method.json
# asks for them), train$attributes (codes by name), train$seed (set.seed(train$seed)) and train$progress(iteration, of), which
# reports the progress of a long fit and prevents its time-out. A model that is a named list of numeric arrays is stored
# with the fit. fit may give list(model = ..., facts = list(...)) with any of iterations, converged, trace, logLikelihood
# and warnings. stop(...) ends this fit, not the program.
#
# encode(model, images) gives N x q, of matrix methods N x q_c x q_r. Further functions, where method.json names them:
# reconstruct(model, codes), logLikelihood(model, images), classify(model, training, images), score(model, training,
# images). print and cat go to standard error.
eigenbench_serve <- function(id, functions) {
  source <- file("stdin", "rb")
  # Writes frames as bytes through "cat": R itself writes text only, and its standard output, a socket, cannot be reopened.
  # On Windows Rtools include a "cat". Printed text goes to standard error.
  sink_bytes <- pipe("cat", "wb")
  sink(stderr())
  sets <- new.env()
  models <- new.env()
  # The number of the current request; every reply repeats it.
  echo <- list()
  key <- function(number) as.character(number)
  images_of <- function(head) sets[[key(head$set)]]$images
  progress <- function(iteration, of = NULL) send(c(list(reply = "progress", iteration = iteration), list(of = of)[!is.null(of)]))
  training <- function(number, seed) c(sets[[key(number)]], list(seed = seed, progress = progress))
  send <- function(head, arrays = list()) {
    files <- lapply(arrays, eb_write_npy)
    head <- c(head, echo)
    head$arrays <- lapply(seq_along(files), function(i) list(name = names(arrays)[i], bytes = length(files[[i]])))
    writeBin(c(charToRaw(enc2utf8(paste0(eb_to_json(head), "\n")))), sink_bytes)
    for (file in files) writeBin(file, sink_bytes)
    flush(sink_bytes)
  }
  done <- function(arrays = list(), ...) send(c(list(reply = "done"), list(...)), arrays)
  repeat {
    line <- eb_read_line(source)
    if (is.null(line)) break
    head <- eb_parse_json(line)
    echo <- list(request = head$request)[!is.null(head$request)]
    arrays <- list()
    for (entry in head$arrays) arrays[[entry$name]] <- eb_read_npy(eb_read_bytes(source, entry$bytes))
    for (number in head$dropModels) if (exists(key(number), models, inherits = FALSE)) rm(list = key(number), envir = models)
    for (number in head$dropSets) if (exists(key(number), sets, inherits = FALSE)) rm(list = key(number), envir = sets)
    tryCatch({
      call <- head$call
      if (call == "hello") {
        done(hello = list(id = id, language = paste0("R ", getRversion()), packages = structure(list(), names = character()), functions = as.list(names(functions))))
      } else if (call == "images") {
        is_attribute <- startsWith(names(arrays), "attribute:")
        attributes <- arrays[is_attribute]
        names(attributes) <- sub("attribute:", "", names(attributes), fixed = TRUE)
        sets[[key(head$set)]] <- list(images = arrays$images, labels = arrays$labels, attributes = attributes)
        done()
      } else if (call == "load") {
        models[[key(head$model)]] <- arrays
        done()
      } else if (call == "fit") {
        fits <- list()
        out <- list()
        for (place in seq_along(head$shapes)) {
          fits[[place]] <- tryCatch({
            fitted <- functions$fit(training(head$set, head$seeds[[place]]), unlist(head$shapes[[place]]), head$settings)
            # By whole names: $ matches partially, e.g. "modes" of a model.
            model <- if (is.null(fitted[["model"]])) fitted else fitted[["model"]]
            models[[key(head$models[[place]])]] <- model
            if (is.list(model) && all(vapply(model, is.numeric, TRUE))) {
              named <- model
              names(named) <- paste0(place - 1, "/", names(model))
              out <- c(out, named)
            }
            facts <- if (is.null(fitted[["model"]])) list() else as.list(fitted[["facts"]])
            if (is.null(facts[["converged"]])) facts$converged <- TRUE
            facts
          }, error = function(problem) {
            message(conditionMessage(problem))
            list(failure = conditionMessage(problem))
          })
        }
        done(out, fits = fits)
      } else if (call == "encode") {
        done(list(codes = functions$encode(models[[key(head$model)]], images_of(head))))
      } else if (call == "reconstruct") {
        done(list(images = functions$reconstruct(models[[key(head$model)]], arrays$codes)))
      } else if (call == "logLikelihood") {
        done(list(logLikelihood = functions$logLikelihood(models[[key(head$model)]], images_of(head))))
      } else if (call == "classify") {
        done(list(labels = functions$classify(models[[key(head$model)]], training(head$gallery, 0), images_of(head))))
      } else if (call == "score") {
        done(list(scores = functions$score(models[[key(head$model)]], training(head$gallery, 0), images_of(head))))
      } else stop("there is no call ", call)
    }, error = function(problem) {
      message(conditionMessage(problem))
      send(list(reply = "failed", message = conditionMessage(problem)))
    })
  }
}

eb_read_line <- function(source) {
  bytes <- raw()
  repeat {
    byte <- readBin(source, "raw", 1L)
    if (length(byte) == 0) return(NULL)
    if (byte == as.raw(10)) {
      line <- rawToChar(bytes)
      Encoding(line) <- "UTF-8"
      return(line)
    }
    bytes <- c(bytes, byte)
  }
}

eb_read_bytes <- function(source, count) {
  bytes <- raw()
  while (length(bytes) < count) {
    part <- readBin(source, "raw", count - length(bytes))
    if (length(part) == 0) stop("the input ends in the middle of a frame")
    bytes <- c(bytes, part)
  }
  bytes
}

# NPY, version 1: little-endian float64 or int32.
eb_read_npy <- function(bytes) {
  start <- 10 + as.integer(bytes[9]) + 256L * as.integer(bytes[10])
  header <- rawToChar(bytes[11:start])
  shape <- as.integer(regmatches(header, gregexpr("[0-9]+(?=[^()]*\\))", header, perl = TRUE))[[1]])
  data <- bytes[-seq_len(start)]
  values <- if (grepl("'<f8'", header, fixed = TRUE)) {
    readBin(data, "double", length(data) %/% 8, 8L, endian = "little")
  } else {
    as.double(readBin(data, "integer", length(data) %/% 4, 4L, endian = "little"))
  }
  if (length(shape) < 2) values else aperm(array(values, rev(shape)), rev(seq_along(shape)))
}

eb_write_npy <- function(value) {
  shape <- if (is.null(dim(value))) length(value) else dim(value)
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%s,), }", paste(shape, collapse = ", "))
  header <- paste0(header, strrep(" ", (-(11 + nchar(header))) %% 64), "\n")
  c(
    as.raw(0x93), charToRaw("NUMPY"), as.raw(c(1, 0, nchar(header) %% 256, nchar(header) %/% 256)), charToRaw(header),
    writeBin(as.double(value), raw(), 8L, endian = "little")
  )
}

eb_to_json <- function(value) {
  if (is.null(value)) return("null")
  if (is.list(value)) {
    if (length(value) == 0) return(if (is.null(names(value))) "[]" else "{}")
    inner <- vapply(value, eb_to_json, "")
    if (is.null(names(value))) return(paste0("[", paste(inner, collapse = ","), "]"))
    return(paste0("{", paste0(vapply(names(value), encodeString, "", quote = "\""), ":", inner, collapse = ","), "}"))
  }
  one <- function(entry) {
    if (is.character(entry)) return(paste0("\"", gsub("([\"\\\\])", "\\\\\\1", gsub("[[:cntrl:]]", " ", entry)), "\""))
    if (is.logical(entry)) return(if (entry) "true" else "false")
    if (!is.finite(entry)) stop("a number that is not finite cannot be written")
    format(entry, digits = 17, scientific = NA)
  }
  if (length(value) == 1) one(value) else paste0("[", paste(vapply(value, one, ""), collapse = ","), "]")
}

# Parses the JSON of requests: lists for arrays, named lists for objects.
eb_parse_json <- function(text) {
  chars <- strsplit(text, "")[[1]]
  at <- 1L
  skip <- function() while (at <= length(chars) && grepl("[[:space:]]", chars[at])) at <<- at + 1L
  string <- function() {
    at <<- at + 1L
    out <- character()
    while (chars[at] != "\"") {
      if (chars[at] == "\\") {
        at <<- at + 1L
        escape <- chars[at]
        out <- c(out, switch(escape, n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", u = {
          code <- strtoi(paste(chars[at + 1:4], collapse = ""), 16L)
          at <<- at + 4L
          intToUtf8(code)
        }, escape))
      } else out <- c(out, chars[at])
      at <<- at + 1L
    }
    at <<- at + 1L
    paste(out, collapse = "")
  }
  value <- function() {
    skip()
    char <- chars[at]
    if (char == "\"") return(string())
    if (char == "{" || char == "[") {
      object <- char == "{"
      stop_at <- if (object) "}" else "]"
      entries <- list()
      at <<- at + 1L
      skip()
      while (chars[at] != stop_at) {
        if (object) {
          skip()
          name <- string()
          skip()
          at <<- at + 1L
          entries[[name]] <- value()
        } else entries[length(entries) + 1L] <- list(value())
        skip()
        if (chars[at] == ",") at <<- at + 1L
        skip()
      }
      at <<- at + 1L
      return(entries)
    }
    from <- at
    while (at <= length(chars) && grepl("[A-Za-z0-9+.-]", chars[at])) at <<- at + 1L
    word <- paste(chars[from:(at - 1L)], collapse = "")
    switch(word, true = TRUE, false = FALSE, null = NULL, as.numeric(word))
  }
  value()
}
