# A method of Eigenbench in Julia (1.6 or later): this file is all that it needs, without packages.
#
#   include("EigenbenchMethod.jl")
#   EigenbenchMethod.serve("my-method"; fit = my_fit, encode = my_encode)
#
# model = fit(train, latent, settings) learns from train.images (N × rows × cols), train.labels (nothing unless
# method.json asks for them), train.attributes (codes by name), train.seed (seed everything random with it) and
# train.progress(iteration, of), which reports the progress of a long fit and prevents its time-out. A model that is a
# Dict{String,Array} is stored with the fit. fit may return (model, facts) with a Dict of any of iterations, converged,
# trace, logLikelihood and warnings. An exception ends this fit, not the program.
#
# encode(model, images) gives N × q, of matrix methods N × q_c × q_r. Further functions, where method.json names them:
# reconstruct(model, codes), logLikelihood(model, images), classify(model, training, images), score(model, training,
# images). println goes to standard error.
module EigenbenchMethod

export serve

# The number of the current request; every reply repeats it.
const echo = Dict{String,Any}()

struct Training
    images::Array{Float64}
    labels::Union{Nothing,Vector{Int}}
    attributes::Dict{String,Vector{Int}}
    seed::Int
    progress::Function
end

function serve(id; fit, encode, reconstruct = nothing, logLikelihood = nothing, classify = nothing, score = nothing)
    source, sink = stdin, stdout
    redirect_stdout(stderr)
    sets, models = Dict{Int,Any}(), Dict{Int,Any}()
    progress(iteration, of = nothing) = begin
        total = of === nothing ? Dict{String,Any}() : Dict{String,Any}("of" => Int(of))
        send(sink, merge(total, Dict{String,Any}("reply" => "progress", "iteration" => Int(iteration))), Pair{String,Any}[])
    end
    training(number, seed) = begin
        set = sets[number]
        labels = haskey(set, "labels") ? Int.(vec(set["labels"])) : nothing
        attributes = Dict(k[11:end] => Int.(vec(v)) for (k, v) in set if startswith(k, "attribute:"))
        Training(set["images"], labels, attributes, seed, progress)
    end
    done(arrays = Pair{String,Any}[]; more...) = send(sink, merge(Dict{String,Any}("reply" => "done"), Dict(String(k) => v for (k, v) in more)), arrays)
    while !eof(source)
        head = parse_json(readline(source))
        haskey(head, "request") && (echo["request"] = Int(head["request"]))
        arrays = Dict(a["name"] => read_npy(read(source, Int(a["bytes"]))) for a in head["arrays"])
        foreach(n -> delete!(models, Int(n)), get(head, "dropModels", []))
        foreach(n -> delete!(sets, Int(n)), get(head, "dropSets", []))
        try
            call = head["call"]
            if call == "hello"
                optional = ["reconstruct" => reconstruct, "logLikelihood" => logLikelihood, "classify" => classify, "score" => score]
                given = [name for (name, implementation) in optional if implementation !== nothing]
                done(hello = Dict("id" => id, "language" => "Julia $VERSION", "packages" => Dict{String,Any}(), "functions" => given))
            elseif call == "images"
                sets[Int(head["set"])] = arrays
                done()
            elseif call == "load"
                models[Int(head["model"])] = arrays
                done()
            elseif call == "fit"
                facts, out = Any[], Pair{String,Any}[]
                for (place, shape) in enumerate(head["shapes"])
                    try
                        fitted = fit(training(Int(head["set"]), Int(head["seeds"][place])), Int.(shape), head["settings"])
                        model, fact = fitted isa Tuple ? fitted : (fitted, Dict{String,Any}())
                        models[Int(head["models"][place])] = model
                        push!(facts, fact)
                        if model isa AbstractDict && all(v -> v isa AbstractArray{<:Real}, values(model))
                            append!(out, ["$(place - 1)/$name" => value for (name, value) in model])
                        end
                    catch problem
                        showerror(stderr, problem)
                        push!(facts, Dict("failure" => sprint(showerror, problem)))
                    end
                end
                done(out; fits = facts)
            elseif call == "reconstruct"
                done(["images" => reconstruct(models[Int(head["model"])], arrays["codes"])])
            else
                model, images = models[Int(head["model"])], sets[Int(head["set"])]["images"]
                if call == "encode"
                    done(["codes" => encode(model, images)])
                elseif call == "logLikelihood"
                    done(["logLikelihood" => logLikelihood(model, images)])
                elseif call == "classify"
                    done(["labels" => classify(model, training(Int(head["gallery"]), 0), images)])
                elseif call == "score"
                    done(["scores" => score(model, training(Int(head["gallery"]), 0), images)])
                else
                    error("there is no call $call")
                end
            end
        catch problem
            showerror(stderr, problem)
            println(stderr)
            send(sink, Dict{String,Any}("reply" => "failed", "message" => sprint(showerror, problem)), Pair{String,Any}[])
        end
    end
end

function send(sink, head, arrays)
    files = [(name, write_npy(value)) for (name, value) in arrays]
    merge!(head, echo)
    head["arrays"] = [Dict("name" => name, "bytes" => length(file)) for (name, file) in files]
    println(sink, to_json(head))
    foreach(((_, file),) -> write(sink, file), files)
    flush(sink)
end

# NPY, version 1: little-endian float64 or int32.
function read_npy(bytes)
    start = 10 + Int(bytes[9]) + 256 * Int(bytes[10])
    header = String(bytes[11:start])
    shape = [parse(Int, m.match) for m in eachmatch(r"\d+", match(r"'shape': \(([^)]*)\)", header)[1])]
    type = occursin("'<f8'", header) ? Float64 : Int32
    data = Float64.(reinterpret(type, bytes[start+1:end]))
    length(shape) < 2 ? data : permutedims(reshape(data, reverse(shape)...), length(shape):-1:1)
end

function write_npy(value)
    array = Float64.(value)
    shape = join(size(array), ", ") * ","
    header = "{'descr': '<f8', 'fortran_order': True, 'shape': ($shape), }"
    header *= " "^mod(-(11 + length(header)), 64) * "\n"
    size_bytes = UInt8[length(header)%256, length(header)÷256]
    vcat(UInt8[0x93], codeunits("NUMPY"), UInt8[1, 0], size_bytes, codeunits(header), reinterpret(UInt8, vec(array)))
end

to_json(value::AbstractString) = "\"" * escape_json(value) * "\""
to_json(value::Bool) = value ? "true" : "false"
to_json(value::Integer) = string(value)
to_json(value::Real) = isfinite(value) ? string(Float64(value)) : error("$value cannot be written")
to_json(::Nothing) = "null"
to_json(value::Union{AbstractVector,Tuple}) = "[" * join(map(to_json, value), ",") * "]"
to_json(value::AbstractDict) = "{" * join([to_json(string(k)) * ":" * to_json(v) for (k, v) in value], ",") * "}"
escape_json(text) = join(c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c < ' ' ? "\\u" * string(UInt16(c), base = 16, pad = 4) : c for c in text)

# Parses the JSON of requests.
function parse_json(text)
    chars, at = collect(text), Ref(1)
    skip() = while at[] <= length(chars) && isspace(chars[at[]]); at[] += 1; end
    function value()
        skip()
        c = chars[at[]]
        c == '{' && return members(Dict{String,Any}(), '}')
        c == '[' && return members(Any[], ']')
        c == '"' && return text_value()
        for (word, meaning) in ("true" => true, "false" => false, "null" => nothing)
            if String(chars[at[]:min(end, at[] + length(word) - 1)]) == word
                at[] += length(word)
                return meaning
            end
        end
        from = at[]
        while at[] <= length(chars) && (isdigit(chars[at[]]) || chars[at[]] in "+-.eE"); at[] += 1; end
        number = String(chars[from:at[]-1])
        something(tryparse(Int, number), tryparse(Float64, number))
    end
    function members(into, stop)
        at[] += 1
        skip()
        while chars[at[]] != stop
            if into isa AbstractDict
                skip()
                key = text_value()
                skip()
                at[] += 1
                into[key] = value()
            else
                push!(into, value())
            end
            skip()
            chars[at[]] == ',' && (at[] += 1)
            skip()
        end
        at[] += 1
        into
    end
    function text_value()
        at[] += 1
        out = IOBuffer()
        while chars[at[]] != '"'
            c = chars[at[]]
            if c == '\\'
                at[] += 1
                c = chars[at[]]
                if c == 'u'
                    c = Char(parse(Int, String(chars[at[]+1:at[]+4]), base = 16))
                    at[] += 4
                else
                    c = get(Dict('n' => '\n', 't' => '\t', 'r' => '\r', 'b' => '\b', 'f' => '\f'), c, c)
                end
            end
            print(out, c)
            at[] += 1
        end
        at[] += 1
        String(take!(out))
    end
    value()
end

end
