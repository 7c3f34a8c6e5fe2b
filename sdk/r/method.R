# An example to change: principal components of the images as vectors.
source("eigenbench_method.R")

my_fit <- function(train, latent, settings) {
  x <- matrix(train$images, nrow = dim(train$images)[1])
  mean <- colMeans(x)
  decomposition <- svd(sweep(x, 2, mean), nu = 0)
  axes <- if (settings$whiten) sweep(decomposition$v, 2, pmax(decomposition$d, 1e-12), "/") else decomposition$v
  list(mean = mean, U = axes[, seq_len(latent[1]), drop = FALSE])
}

my_encode <- function(model, images) {
  sweep(matrix(images, nrow = dim(images)[1]), 2, as.vector(model$mean)) %*% model$U
}

eigenbench_serve("my-method", list(fit = my_fit, encode = my_encode))
