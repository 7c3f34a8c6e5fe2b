% An example to change: principal components of the images as vectors.
1;

function model = my_fit(train, latent, settings)
  x = reshape(train.images, size(train.images, 1), []);
  model.mean = mean(x, 1);
  [~, values, axes] = svd(x - model.mean, "econ");
  if settings.whiten
    axes = axes ./ max(diag(values)', 1e-12);
  endif
  model.U = axes(:, 1:latent(1));
endfunction

function codes = my_encode(model, images)
  codes = (reshape(images, size(images, 1), []) - model.mean) * model.U;
endfunction

eigenbench_serve("my-method", struct("fit", @my_fit, "encode", @my_encode));
