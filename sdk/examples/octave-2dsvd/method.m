% 2DSVD in Octave: projects columns and rows of images onto the leading eigenvectors of their covariances.
1;

function model = my_fit(train, latent, settings)
  [count, rows, cols] = size(train.images);
  average = mean(train.images, 1);
  centred = train.images - average;
  % Columns of all images side by side, and rows one below another.
  columns = reshape(permute(centred, [2, 1, 3]), rows, count * cols);
  lines = reshape(centred, count * rows, cols);
  model.mean = average;
  model.Uc = leading(columns * columns' / count, latent(1));
  model.Ur = leading(lines' * lines / count, latent(2));
endfunction

function axes = leading(covariance, q)
  [vectors, values] = eig((covariance + covariance') / 2);
  [~, order] = sort(diag(values), "descend");
  axes = vectors(:, order(1:q));
endfunction

function codes = my_encode(model, images)
  [count, rows, cols] = size(images);
  centred = images - model.mean;
  codes = zeros(count, size(model.Uc, 2), size(model.Ur, 2));
  for n = 1:count
    codes(n, :, :) = model.Uc' * reshape(centred(n, :, :), rows, cols) * model.Ur;
  endfor
endfunction

function images = my_reconstruct(model, codes)
  [count, qc, qr] = size(codes);
  [~, rows, cols] = size(model.mean);
  images = zeros(count, rows, cols);
  for n = 1:count
    images(n, :, :) = model.Uc * reshape(codes(n, :, :), qc, qr) * model.Ur';
  endfor
  images = images + model.mean;
endfunction

eigenbench_serve("octave-2dsvd", struct("fit", @my_fit, "encode", @my_encode, "reconstruct", @my_reconstruct));
