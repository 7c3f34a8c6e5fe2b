# An example to change: principal components of the images as vectors.
using LinearAlgebra
include("EigenbenchMethod.jl")

function my_fit(train, latent, settings)
    x = reshape(train.images, size(train.images, 1), :)
    mean = sum(x, dims = 1) / size(x, 1)
    decomposition = svd(x .- mean)
    axes = settings["whiten"] ? decomposition.V ./ max.(decomposition.S', 1e-12) : decomposition.V
    Dict("mean" => mean, "U" => axes[:, 1:latent[1]])
end

my_encode(model, images) = (reshape(images, size(images, 1), :) .- model["mean"]) * model["U"]

EigenbenchMethod.serve("my-method"; fit = my_fit, encode = my_encode)
