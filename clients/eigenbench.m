classdef eigenbench
  % Eigenbench from MATLAB (R2016b or newer) and Octave (7 or newer): one file on top of the command line. Then
  %   eigenbench.importDataset('photos', 'name', 'faces'); t = eigenbench.run('study.json');
  %   t = eigenbench.compare('first', 'Mine', @(trainX, trainY, testX) mine(trainX, trainY, testX));
  % The command is eigenbench, or the value of the environment variable EIGENBENCH. 'workspace' is an option of every call.

  methods (Static)
    function importDataset(path, varargin)
      % Imports a folder or file of images. Options: 'name', 'size' ([rows cols]), and others of the command.
      eigenbench.call('import', {path}, varargin);
    end

    function t = run(spec, varargin)
      % Runs or resumes a study (the path of a spec, or the spec as a struct) and returns its table.
      path = spec;
      if isstruct(spec)
        path = [tempname() '.json'];
        removal = onCleanup(@() eigenbench.discard(path));
        eigenbench.write(path, jsonencode(spec));
      end
      eigenbench.call('run', {path}, varargin);
      document = jsondecode(fileread(path));
      name = document.name;
      place = eigenbench.workspaceOf(varargin);
      t = eigenbench.table(name, place{:});
    end

    function t = table(study, varargin)
      % One row per method and condition: a struct with a column per field. Option: 'measure'.
      t = eigenbench.columns(eigenbench.call('table', {study}, [{'format', 'csv'} varargin]));
    end

    function t = scores(study, varargin)
      % Tidy: one row per method, condition, repeat, latent shape and measure.
      t = eigenbench.columns(eigenbench.call('table', {study}, [{'format', 'csv', 'long', true} varargin]));
    end

    function t = predictions(study, varargin)
      % One row per method, split and test image.
      t = eigenbench.columns(eigenbench.call('predictions', {study}, varargin));
    end

    function s = splits(study, varargin)
      % One struct per split: condition, repeat, and the positions of its train and test images, from 1.
      s = eigenbench.splitsAndDataset(study, eigenbench.workspaceOf(varargin));
    end

    function [x, y] = images(dataset, varargin)
      % The images of a dataset, one row each with their pixels column by column, and the numbers of their subjects.
      path = [tempname() '.mat'];
      removal = onCleanup(@() eigenbench.discard(path));
      eigenbench.call('export', {dataset}, [{'format', 'fea', 'out', path} varargin]);
      loaded = load(path);
      x = double(loaded.fea);
      y = double(loaded.gnd(:));
    end

    function addResults(study, label, results, varargin)
      % Adds predictions as a row of a study: a struct array with condition, repeat, image (from 0, or a file), predicted.
      path = [tempname() '.csv'];
      removal = onCleanup(@() eigenbench.discard(path));
      lines = cell(1, numel(results) + 1);
      lines{1} = 'condition,repeat,image,predicted';
      for n = 1:numel(results)
        r = results(n);
        lines{n + 1} = strjoin(cellfun(@eigenbench.cellText, {r.condition, r.repeat, r.image, r.predicted}, ...
                                       'UniformOutput', false), ',');
      end
      eigenbench.write(path, strjoin(lines, sprintf('\n')));
      eigenbench.call('results add', {study, path}, [{'label', label} varargin]);
    end

    function t = compare(study, label, method, varargin)
      % Adds a method of your own to a study on clean images, and returns the table. predicted = method(trainX, trainY,
      % testX): rows are images; trainY and predicted hold the numbers of subjects.
      place = eigenbench.workspaceOf(varargin);
      [s, dataset] = eigenbench.splitsAndDataset(study, place);
      [x, y] = eigenbench.images(dataset.name, place{:});
      results = struct('condition', {}, 'repeat', {}, 'image', {}, 'predicted', {});
      for n = 1:numel(s)
        predicted = method(x(s(n).train, :), y(s(n).train), x(s(n).test, :));
        if numel(predicted) ~= numel(s(n).test)
          error('eigenbench:compare', 'The method gave %d subjects for %d test images (%s, repeat %d).', ...
                numel(predicted), numel(s(n).test), s(n).condition, s(n).repeat);
        end
        for m = 1:numel(predicted)
          results(end + 1) = struct('condition', s(n).condition, 'repeat', s(n).repeat, 'image', s(n).test(m) - 1, ...
                                    'predicted', dataset.subjects{predicted(m)}); %#ok<AGROW>
        end
      end
      eigenbench.addResults(study, label, results, varargin{:});
      t = eigenbench.table(study, place{:});
    end
  end

  methods (Static, Hidden)
    function [s, dataset] = splitsAndDataset(study, options)
      path = [tempname() '.json'];
      removal = onCleanup(@() eigenbench.discard(path));
      eigenbench.call('splits', {study}, [{'format', 'json', 'out', path} options]);
      document = jsondecode(fileread(path));
      dataset = document.dataset;
      s = struct('condition', {}, 'repeat', {}, 'train', {}, 'test', {});
      for n = 1:numel(document.splits)
        split = document.splits(n);  % All splits have the same fields.
        s(n) = struct('condition', split.condition, 'repeat', split.repeat, 'train', split.train(:)' + 1, ...
                      'test', split.test(:)' + 1);
      end
    end

    function out = call(command, words, options)
      % A name of the user may begin with "--", so the words come last.
      parts = {};
      for n = 1:2:numel(options)
        value = options{n + 1};
        if islogical(value)
          if value, parts{end + 1} = ['--' options{n}]; end %#ok<AGROW>
        else
          if strcmp(options{n}, 'size'), value = sprintf('%dx%d', value); end
          parts{end + 1} = ['--' options{n} '=' eigenbench.quoted(eigenbench.text(value))]; %#ok<AGROW>
        end
      end
      program = getenv('EIGENBENCH');
      if isempty(program), program = 'eigenbench'; end
      problems = tempname();
      removal = onCleanup(@() eigenbench.discard(problems));
      line = strjoin([{program command} parts {'--'} cellfun(@eigenbench.quoted, words, 'UniformOutput', false)], ' ');
      [status, out] = system([line ' 2> ' eigenbench.quoted(problems)]);
      if status ~= 0, error('eigenbench:call', '%s', strtrim(fileread(problems))); end
    end

    function options = workspaceOf(options)
      at = find(strcmp(options(1:2:end), 'workspace'));
      options = options(reshape([2 * at - 1; 2 * at], 1, []));
    end

    function discard(path)
      if exist(path, 'file'), delete(path); end
    end

    function word = quoted(word)
      if ispc()
        word = ['"' strrep(word, '"', '\"') '"'];
      else
        word = ['''' strrep(word, '''', '''\''''') ''''];
      end
    end

    function words = text(value)
      if ischar(value), words = value; else, words = sprintf('%.17g', value); end
    end

    function words = cellText(value)
      words = eigenbench.text(value);
      if any(words == ',' | words == '"'), words = ['"' strrep(words, '"', '""') '"']; end
    end

    function write(path, words)
      file = fopen(path, 'w', 'n', 'UTF-8');
      fwrite(file, unicode2native(words, 'UTF-8'), 'uint8');
      fclose(file);
    end

    function t = columns(csv)
      % Columns whose cells are all numbers (or empty: NaN) are numeric, others are cells of text.
      rows = eigenbench.cells(csv);
      heads = rows{1};
      t = struct();
      for c = 1:numel(heads)
        column = cellfun(@(row) row{c}, rows(2:end), 'UniformOutput', false)';
        numbers = str2double(column);
        if all(~isnan(numbers) | cellfun(@isempty, column)), column = numbers; end
        t.(matlab.lang.makeValidName(heads{c})) = column;
      end
    end

    function rows = cells(csv)
      rows = {};
      lines = regexp(strtrim(csv), '\r?\n', 'split');
      for n = 1:numel(lines)
        found = regexp([lines{n} ','], '("(?:[^"]|"")*"|[^,"]*),', 'tokens');
        row = cellfun(@(token) token{1}, found, 'UniformOutput', false);
        marked = cellfun(@(word) ~isempty(word) && word(1) == '"', row);
        row(marked) = cellfun(@(word) strrep(word(2:end - 1), '""', '"'), row(marked), 'UniformOutput', false);
        rows{n} = row; %#ok<AGROW>
      end
    end
  end
end
