import h5 from 'h5wasm';

/**
 * A file as MATLAB's save -v7.3 lays it out: 512 bytes with its header, then HDF5 with reversed dimensions. With
 * `zeros` it also holds X of as many numbers in one packed chunk, which takes little room in the file and much to read.
 */
export async function writeMat73(zeros = 0): Promise<Uint8Array> {
  const { FS } = await h5.ready;
  const place = '/written.mat';
  const file = new h5.File(place, 'w');
  // fea is 2 × 6 in MATLAB, one image of 3 × 2 a row: HDF5 holds 6 × 2.
  const fea = file.create_dataset({
    name: 'fea',
    data: Float64Array.of(0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 5, 105.5),
    shape: [6, 2],
    chunks: [6, 2],
    compression: 'gzip',
    compression_opts: [3],
  });
  fea.create_attribute('MATLAB_class', 'double');
  file.create_dataset({ name: 'gnd', data: Uint8Array.of(4, 9), shape: [1, 2] });
  file.create_group('#refs#');
  const sparse = file.create_group('label');
  sparse.create_attribute('MATLAB_sparse', Float64Array.of(1));
  sparse.create_dataset({ name: 'data', data: Float64Array.of(1) });
  if (zeros > 0) {
    const shape = [1, zeros];
    file.create_dataset({ name: 'X', data: new Float64Array(zeros), shape, chunks: shape, compression: 'gzip' });
  }
  file.close();
  const body = FS.readFile(place);
  const head = Buffer.alloc(512);
  head.fill(' ', 0, 124).write('MATLAB 7.3 MAT-file, written by a test');
  head.set([0x00, 0x02, 0x49, 0x4d], 124);
  return Buffer.concat([head, body]);
}

/** A file as h5py writes it: two images of 2 × 3 and their subjects in the group `train`, texts of two kinds. */
export async function writeHdf5(): Promise<Uint8Array> {
  const { FS } = await h5.ready;
  const place = '/written.h5';
  const file = new h5.File(place, 'w');
  const train = file.create_group('train');
  train.create_dataset({ name: 'images', data: Uint8Array.from({ length: 12 }, (_, i) => 10 * i), shape: [2, 2, 3] });
  train.create_dataset({ name: 'subjects', data: ['Ann', 'Björn'], dtype: 'S' });
  train.create_group('deep').create_dataset({ name: 'names', data: ['a', 'bcd', 'é'], dtype: 'S4' });
  file.close();
  return FS.readFile(place);
}
