% A method of Eigenbench in GNU Octave (7 or later): this file is all that it needs. Save it next to your functions, and
% call it at the end of the script that method.json names:
%
%   eigenbench_serve("my-method", struct("fit", @my_fit, "encode", @my_encode))
%
% model = fit(train, latent, settings) learns from train.images (N x rows x cols), train.labels ([] unless method.json
% asks for them), train.attributes (a struct of codes), train.seed (seed everything random with it) and
% train.progress(iteration, of), which reports the progress of a long fit and prevents its time-out. A model that is a struct of
% numeric arrays is stored with the fit. [model, facts] = fit(...) may give a struct with any of iterations, converged,
% trace, logLikelihood and warnings (a cell of strings). error(...) ends this fit, not the program.
%
% codes = encode(model, images) gives N x q, of matrix methods N x q_c x q_r. Further functions, where method.json names
% them: images = reconstruct(model, codes), values = logLikelihood(model, images), labels = classify(model, training,
% images), scores = score(model, training, images).
%
% Standard output belongs to the application: end statements with ;, and print with fprintf(stderr, ...).
function eigenbench_serve(id, functions)
  sets = containers.Map("KeyType", "double", "ValueType", "any");
  models = containers.Map("KeyType", "double", "ValueType", "any");
  while true
    line = read_line();
    if ! ischar(line)
      return;
    endif
    head = jsondecode(line);
    if isfield(head, "request")
      answered_request(head.request);
    endif
    arrays = struct();
    attributes = struct();
    for entry = as_list(head.arrays)
      value = read_npy(fread(stdin, entry{1}.bytes, "uint8=>uint8"));
      name = entry{1}.name;
      if strncmp(name, "attribute:", 10)
        attributes.(matlab.lang.makeValidName(name(11:end))) = value;
      else
        arrays.(name) = value;
      endif
    endfor
    try
      for field = {"dropModels", "dropSets"}
        if isfield(head, field{1})
          for number = head.(field{1})(:)'
            if strcmp(field{1}, "dropModels") && isKey(models, number)
              remove(models, number);
            elseif strcmp(field{1}, "dropSets") && isKey(sets, number)
              remove(sets, number);
            endif
          endfor
        endif
      endfor
      switch head.call
        case "hello"
          given = {fieldnames(functions)'};
          hello = struct("id", id, "language", ["Octave " version()], "packages", struct(), "functions", given);
          write_frame(struct("reply", "done", "hello", hello), {});
        case "images"
          arrays.attributes = attributes;
          if ! isfield(arrays, "labels")
            arrays.labels = [];
          endif
          sets(head.set) = arrays;
          write_frame(struct("reply", "done"), {});
        case "fit"
          answer_fits(head, sets(head.set), functions, models);
        case "load"
          models(head.model) = arrays;
          write_frame(struct("reply", "done"), {});
        case "encode"
          codes = functions.encode(models(head.model), sets(head.set).images);
          write_frame(struct("reply", "done"), {"codes", codes});
        case "reconstruct"
          images = functions.reconstruct(models(head.model), arrays.codes);
          write_frame(struct("reply", "done"), {"images", images});
        case "logLikelihood"
          values = functions.logLikelihood(models(head.model), sets(head.set).images);
          write_frame(struct("reply", "done"), {"logLikelihood", values});
        case "classify"
          labels = functions.classify(models(head.model), sets(head.gallery), sets(head.set).images);
          write_frame(struct("reply", "done"), {"labels", labels});
        case "score"
          scores = functions.score(models(head.model), sets(head.gallery), sets(head.set).images);
          write_frame(struct("reply", "done"), {"scores", scores});
        otherwise
          error("there is no call %s", head.call);
      endswitch
    catch problem
      fprintf(stderr, "%s\n", getReport_(problem));
      write_frame(struct("reply", "failed", "message", problem.message), {});
    end_try_catch
  endwhile
endfunction

% fgetl would wait for the character after the line, which arrives with the next request.
function line = read_line()
  bytes = zeros(1, 4096, "uint8");
  used = 0;
  while true
    byte = fread(stdin, 1, "uint8=>uint8");
    if isempty(byte)
      line = -1;
      return;
    elseif byte == 10
      line = char(bytes(1:used));
      return;
    endif
    used++;
    bytes(used) = byte;
  endwhile
endfunction

function answer_fits(head, train, functions, models)
  shapes = as_rows(head.shapes);
  fits = {};
  arrays = {};
  train.progress = @write_progress;
  for place = 1:size(shapes, 1)
    train.seed = head.seeds(place);
    facts = struct();
    try
      if nargout(functions.fit) < 0 || nargout(functions.fit) > 1
        [model, facts] = functions.fit(train, shapes(place, :), head.settings);
      else
        model = functions.fit(train, shapes(place, :), head.settings);
      endif
    catch problem
      fprintf(stderr, "%s\n", getReport_(problem));
      fits{end + 1} = struct("failure", problem.message);
      continue;
    end_try_catch
    models(head.models(place)) = model;
    % An empty struct would be written as [].
    facts.converged = ! isfield(facts, "converged") || logical(facts.converged);
    fits{end + 1} = facts;
    if isstruct(model) && all(structfun(@isnumeric, model))
      for field = fieldnames(model)'
        arrays(end + 1:end + 2) = {sprintf("%d/%s", place - 1, field{1}), model.(field{1})};
      endfor
    endif
  endfor
  reply.reply = "done";
  reply.fits = fits;
  write_frame(reply, arrays);
endfunction

function write_progress(iteration, of)
  head = struct("reply", "progress", "iteration", iteration);
  if nargin > 1
    head.of = of;
  endif
  write_frame(head, {});
endfunction

% One row per latent shape: JSON decodes [[3]] as 3 and [[3,2]] as a row, [[3],[4]] as a column.
function rows = as_rows(shapes)
  if iscell(shapes)
    rows = cell2mat(cellfun(@(shape) shape(:)', shapes(:), "UniformOutput", false));
  else
    rows = shapes;
  endif
endfunction

function list = as_list(entries)
  if isempty(entries)
    list = {};
  elseif iscell(entries)
    list = entries(:)';
  else
    list = num2cell(entries(:)');
  endif
endfunction

function text = getReport_(problem)
  text = problem.message;
  for frame = problem.stack(:)'
    text = sprintf("%s\n  in %s, line %d", text, frame.name, frame.line);
  endfor
endfunction

% The number of the current request; every reply repeats it.
function number = answered_request(next)
  persistent current = [];
  if nargin > 0
    current = next;
  endif
  number = current;
endfunction

function write_frame(head, arrays)
  announced = {};
  files = {};
  for i = 1:2:numel(arrays)
    files{end + 1} = write_npy(arrays{i + 1});
    announced{end + 1} = struct("name", arrays{i}, "bytes", numel(files{end}));
  endfor
  head.arrays = announced;
  if ! isempty(answered_request())
    head.request = answered_request();
  endif
  line = [jsonencode(head), "\n"];
  fwrite(stdout, uint8(line), "uint8");
  for file = files
    fwrite(stdout, file{1}, "uint8");
  endfor
  fflush(stdout);
endfunction

% NPY, version 1: little-endian float64 or int32, rows first (C order).
function value = read_npy(bytes)
  length = double(typecast(bytes(9:10)', "uint16"));
  header = char(bytes(11:10 + length)');
  descr = regexp(header, "'descr': '([^']*)'", "tokens"){1}{1};
  shape = str2num(["[", regexp(header, "'shape': \\(([^)]*)\\)", "tokens"){1}{1}, "]"]);
  data = bytes(11 + length:end)';
  if strcmp(descr, "<f8")
    data = typecast(data, "double");
  else
    data = double(typecast(data, "int32"));
  endif
  if numel(shape) < 2
    value = data(:);
  else
    value = permute(reshape(data, fliplr(shape)), numel(shape):-1:1);
  endif
endfunction

function bytes = write_npy(value)
  shape = size(value);
  header = sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%s), }", sprintf("%d, ", shape));
  header = [header, repmat(" ", 1, mod(-(11 + numel(header)), 64)), "\n"];
  length = typecast(uint16(numel(header)), "uint8");
  data = typecast(double(value(:))', "uint8");
  bytes = [uint8([147, double("NUMPY"), 1, 0]), length, uint8(header), data];
endfunction
