export const id = 234;
export const ids = [234];
export const modules = {

/***/ 2899:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  DockerEngine: () => (/* binding */ DockerEngine)
});

// EXTERNAL MODULE: ./node_modules/dockerode/lib/docker.js
var docker = __webpack_require__(9040);
var docker_default = /*#__PURE__*/__webpack_require__.n(docker);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: ./src/domain/decode.ts
var decode = __webpack_require__(2052);
// EXTERNAL MODULE: ./src/sandbox/creations.ts
var sandbox_creations = __webpack_require__(4781);
// EXTERNAL MODULE: ./src/sandbox/engine-answers.ts
var engine_answers = __webpack_require__(5219);
// EXTERNAL MODULE: ./src/sandbox/engine.ts
var engine = __webpack_require__(5237);
;// CONCATENATED MODULE: ./src/sandbox/engine-facts.ts


/** Reads `GET /info` and `GET /version`. What a claim rests on must be there; the rest may be "unknown". */
function decodeEngineFacts(endpoint, info, version) {
    const i = (0,decode/* asRecord */.qY)(info);
    const v = (0,decode/* asRecord */.qY)(version);
    const engineVersion = (0,decode/* asString */.oJ)(v['Version']);
    const runtimes = Object.entries((0,decode/* asRecord */.qY)(i['Runtimes'])).slice(0, 64);
    if (engineVersion === null)
        throw new engine/* EngineError */.N('describe engine', 200, 'the answer is not that of a Docker engine');
    return {
        endpoint,
        version: engineVersion,
        apiVersion: (0,decode/* asString */.oJ)(v['ApiVersion']) ?? 'unknown',
        cpus: (0,decode/* asNumber */.i)(i['NCPU']) ?? 0,
        kernel: (0,decode/* asString */.oJ)(v['KernelVersion']) ?? (0,decode/* asString */.oJ)(i['KernelVersion']) ?? 'unknown',
        rootDir: (0,decode/* asString */.oJ)(i['DockerRootDir']),
        cgroupVersion: (0,decode/* asString */.oJ)(i['CgroupVersion']) ?? 'unknown',
        defaultRuntime: (0,decode/* asString */.oJ)(i['DefaultRuntime']) ?? 'unknown',
        runtimes: runtimes.map(([name]) => name),
        runtimeEntries: Object.fromEntries(runtimes.map(([name, entry]) => [name, runtimeEntry(entry)])),
        components: componentVersions(v['Components']),
        securityOptions: (0,decode/* asStrings */.P7)(i['SecurityOptions']),
        platform: `${(0,decode/* asString */.oJ)(v['Os']) ?? (0,decode/* asString */.oJ)(i['OSType']) ?? 'unknown'}/${architecture(v, i)}`,
    };
}
/** Moby's `types.Runtime`: `path` and `runtimeArgs`, or since 23.0 `runtimeType`. */
function runtimeEntry(entry) {
    const fields = (0,decode/* asRecord */.qY)(entry);
    return {
        path: (0,decode/* asString */.oJ)(fields['path']),
        args: (0,decode/* asStrings */.P7)(fields['runtimeArgs']),
        type: (0,decode/* asString */.oJ)(fields['runtimeType']),
    };
}
function componentVersions(components) {
    const versions = {};
    for (const component of (0,decode/* asArray */._j)(components).slice(0, 32)) {
        const name = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(component)['Name']);
        const version = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(component)['Version']);
        if (name !== null && version !== null)
            versions[name.toLowerCase()] = version;
    }
    return versions;
}
/** `/version` speaks Go's names (`amd64`), `/info` the kernel's (`x86_64`). */
function architecture(version, info) {
    const kernelNames = { x86_64: 'amd64', aarch64: 'arm64', armv7l: 'arm', i686: '386' };
    const named = (0,decode/* asString */.oJ)(version['Arch']);
    if (named !== null)
        return named;
    const kernelName = (0,decode/* asString */.oJ)(info['Architecture']) ?? 'unknown';
    return kernelNames[kernelName] ?? kernelName;
}

// EXTERNAL MODULE: ./src/sandbox/engine-words.ts
var engine_words = __webpack_require__(3165);
// EXTERNAL MODULE: ./src/sandbox/patience.ts
var patience = __webpack_require__(1816);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(6193);
// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __webpack_require__(241);
// EXTERNAL MODULE: ./src/sandbox/collect.ts
var collect = __webpack_require__(4153);
;// CONCATENATED MODULE: ./src/sandbox/pull-progress.ts






const LIMITS = { silenceMs: 300_000, totalMs: 3_600_000, lineBytes: 1024 * 1024, shownLines: 2000 };
const broken = (why, error) => new engine/* EngineError */.N('pull image', null, why, { cause: error });
/**
 * Follows the JSON lines of a pull. An error inside the stream comes with HTTP status 200, so that only the lines tell
 * whether the pull worked (moby api/types/jsonmessage). One line per layer and phase is passed on, not each tick.
 */
async function readPullProgress(stream, onProgress, limits = LIMITS) {
    const stop = (why) => void stream.destroy(broken(why));
    const silence = setTimeout(stop, limits.silenceMs, 'no progress for 5 minutes');
    const total = setTimeout(stop, limits.totalMs, 'it takes more than an hour');
    let last = '';
    let shown = 0;
    const show = (line) => {
        shown += 1;
        if (shown <= limits.shownLines)
            onProgress(line);
    };
    try {
        for await (const line of linesOf(stream, limits.lineBytes)) {
            silence.refresh();
            last = handle(line, last, show);
        }
    }
    catch (error) {
        if (error instanceof engine/* EngineError */.N)
            throw error;
        throw broken(`the engine broke the connection off (${(0,errors/* messageOf */.bD)(error)})`, error);
    }
    finally {
        clearTimeout(silence);
        clearTimeout(total);
        stream.destroy();
    }
}
async function* linesOf(stream, longest) {
    const decoder = new external_node_string_decoder_.StringDecoder('utf8');
    let rest = '';
    for await (const chunk of stream) {
        const [first = '', ...more] = decoder.write((0,collect/* asBytes */.Y)(chunk)).split('\n');
        rest += first;
        for (const next of more) {
            yield rest;
            rest = next;
        }
        if (rest.length > longest)
            throw broken('the answer has no end of line');
    }
    yield rest + decoder.end();
}
function handle(line, last, onProgress) {
    if (line.trim() === '')
        return last;
    const message = (0,decode/* asRecord */.qY)(parseLine(line));
    const error = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(message['errorDetail'])['message']) ?? (0,decode/* asString */.oJ)(message['error']);
    if (error !== null)
        throw new engine/* EngineError */.N('pull image', 200, error);
    const layer = (0,decode/* asString */.oJ)(message['id']);
    const text = `${layer === null ? '' : `${layer}: `}${(0,decode/* asString */.oJ)(message['status']) ?? ''}`;
    if (text !== last && text !== '')
        onProgress(text);
    return text;
}
function parseLine(line) {
    try {
        return JSON.parse(line);
    }
    catch (error) {
        const why = (0,engine_words/* unreadableWords */.hd)(line).replace('the answer', 'the progress');
        throw new engine/* EngineError */.N('pull image', 200, why, { cause: error });
    }
}

// EXTERNAL MODULE: ./src/sandbox/within.ts
var within = __webpack_require__(6196);
;// CONCATENATED MODULE: ./src/sandbox/docker-engine.ts












/** The first call of a run: an engine that is well answers in a fraction of a second. */
const DESCRIBE_MS = 15_000;
/** Longest transfer of an archive: a large checkout on a slow disk. */
const ARCHIVE_MS = 1_800_000;
/** Every status is looked at here: the transport would gather the body of a refusal without any bound. */
const ANY_STATUS = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [String(100 + n), true]));
const PLURAL = { container: 'containers', volume: 'volumes', network: 'networks' };
/**
 * The only file that knows dockerode. Requests go through its transport rather than its object API, which throws away
 * the `Warnings` of a create answer (dockerode lib/docker.js) and sends its own options as the body of a hijacked
 * request, where they arrive as input (dockerode#742).
 */
class DockerEngine {
    #docker;
    #endpoint;
    #callMs;
    #creations;
    /** @param callMs longest wait for an answer; tests have less of it */
    constructor(endpoint, callMs = patience/* PATIENCE */.a.callMs, creations = new sandbox_creations/* Creations */.f()) {
        this.#endpoint = endpoint;
        this.#callMs = callMs;
        this.#creations = creations;
        this.#docker = new (docker_default())(endpoint.connection);
    }
    async facts() {
        const ms = Math.min(DESCRIBE_MS, this.#callMs);
        const get = (path) => this.#json({ call: 'describe engine', method: 'GET', path, ok: [200] }, ms);
        const [info, version] = await Promise.all([get('/info'), get('/version')]);
        return decodeEngineFacts(this.#endpoint.description, info, version);
    }
    inspectImage(reference) {
        const path = `/images/${encodeURIComponent(reference)}/json`;
        return (0,engine_answers/* orNull */.Xd)(this.#description({ call: 'inspect image', method: 'GET', path, ok: [200] }));
    }
    async pullImage(reference, login, onProgress) {
        const query = { fromImage: reference };
        const stream = await this.#stream({
            call: 'pull image',
            method: 'POST',
            path: '/images/create',
            query,
            ok: [200],
            login,
        });
        await readPullProgress(stream, onProgress);
    }
    createVolume(body) {
        const call = 'create volume';
        const create = async () => {
            const answer = (0,decode/* asRecord */.qY)(await this.#json({ call, method: 'POST', path: '/volumes/create', ok: [200, 201], body }));
            const mountpoint = (0,decode/* asString */.oJ)(answer['Mountpoint']);
            if (mountpoint === null)
                throw new engine/* EngineError */.N(call, 201, 'the answer names no mount point');
            return { mountpoint };
        };
        return this.#creations.during('volume', create, () => (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(body)['Name']) ?? '');
    }
    createNetwork(body) {
        const call = 'create network';
        const create = async () => {
            const answer = (0,decode/* asRecord */.qY)(await this.#json({ call, method: 'POST', path: '/networks/create', ok: [201], body }));
            const id = (0,decode/* asString */.oJ)(answer['Id']);
            if (id === null || id === '')
                throw new engine/* EngineError */.N(call, 201, 'the answer names no network');
            return id;
        };
        return this.#creations.during('network', create, (id) => id);
    }
    createContainer(body) {
        const call = 'create container';
        const create = async () => {
            const answer = (0,decode/* asRecord */.qY)(await this.#json({ call, method: 'POST', path: '/containers/create', ok: [201], body }));
            const id = (0,decode/* asString */.oJ)(answer['Id']);
            if (id === null || !/^[0-9a-f]{64}$/.test(id))
                throw new engine/* EngineError */.N(call, 201, 'the answer names no container');
            return { id, warnings: (0,decode/* asStrings */.P7)(answer['Warnings']) };
        };
        return this.#creations.during('container', create, ({ id }) => id);
    }
    async attach(id) {
        const query = { stream: '1', stdin: '1', stdout: '1', stderr: '1' };
        const path = `/containers/${id}/attach`;
        const call = 'attach';
        const connection = await this.#stream({ call, method: 'POST', path, query, ok: [101, 200], hijack: true });
        if (connection instanceof external_node_net_.Socket)
            return connection;
        // What the transport makes of a plain answer cuts the connection where only the input ends (lib/http_duplex.js).
        connection.destroy();
        throw new engine/* EngineError */.N(call, 200, 'the engine does not hand the connection over (no 101)');
    }
    async start(id) {
        await this.#done({ call: 'start', method: 'POST', path: `/containers/${id}/start`, ok: [204] });
    }
    async wait(id, signal) {
        const query = { condition: 'next-exit' };
        const answer = await this.#dial({
            call: 'wait',
            method: 'POST',
            path: `/containers/${id}/wait`,
            query,
            ok: [200],
            signal,
        });
        const { StatusCode: code, Error: error } = (0,decode/* asRecord */.qY)(await (0,engine_answers/* parse */.qg)('wait', answer));
        // With an error beside it, the code is none of the container's.
        return error === null || error === undefined ? (0,decode/* asNumber */.i)(code) : null;
    }
    inspectContainer(id) {
        return this.#description({ call: 'inspect', method: 'GET', path: `/containers/${id}/json`, ok: [200] });
    }
    async kill(id) {
        const query = { signal: 'KILL' };
        await this.#done({ call: 'kill', method: 'POST', path: `/containers/${id}/kill`, query, ok: [204] });
    }
    async putArchive(id, path, tar) {
        const call = 'put archive';
        const stop = new AbortController();
        const { signal } = stop;
        const late = () => {
            stop.abort();
            return new engine/* EngineError */.N(call, null, engine_answers/* LATE */.XR);
        };
        const silence = (0,within/* withinSilence */.d)(this.#callMs, late);
        const file = new external_node_stream_.Transform({
            transform: (chunk, _, done) => {
                silence.alive();
                done(null, chunk);
            },
        });
        (0,external_node_stream_.pipeline)(tar, file, () => undefined); // an error of the source is the call's
        const request = { call, method: 'PUT', path: `/containers/${id}/archive`, query: { path }, ok: [200] };
        const done = this.#dial({ ...request, file, signal }).then((answer) => (0,engine_answers/* readAll */.yw)(call, answer));
        await (0,within/* within */.u)(silence.watch(done), ARCHIVE_MS, late);
    }
    getArchive(id, path) {
        const call = 'get archive';
        return (0,engine_answers/* orNull */.Xd)(this.#stream({ call, method: 'GET', path: `/containers/${id}/archive`, query: { path }, ok: [200] }));
    }
    async statPath(id, path) {
        const call = 'stat path';
        const head = this.#stream({ call, method: 'HEAD', path: `/containers/${id}/archive`, query: { path }, ok: [200] });
        const answer = await (0,engine_answers/* orNull */.Xd)(head);
        // Nobody reads the empty body: without this its connection stays open for good.
        answer?.resume();
        const header = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)((0,decode/* asRecord */.qY)(answer)['headers'])['x-docker-container-path-stat']);
        return header === null ? null : (0,engine_answers/* decodePathStat */.OX)(call, header);
    }
    async listOwned(kind, label) {
        const path = `/${PLURAL[kind]}${kind === 'container' ? '/json' : ''}`;
        const query = { all: '1', filters: JSON.stringify({ label: [label] }) };
        const answer = await this.#json({ call: `list ${PLURAL[kind]}`, method: 'GET', path, query, ok: [200] });
        // Go writes an empty list as null. Anything else but a list must not pass for "nothing is left".
        const rows = kind === 'volume' ? (0,decode/* asRecord */.qY)(answer)['Volumes'] : answer;
        if (rows === null)
            return [];
        if (!Array.isArray(rows))
            throw new engine/* EngineError */.N(`list ${PLURAL[kind]}`, 200, 'the answer is no list');
        return rows.flatMap((row) => (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(row)[kind === 'volume' ? 'Name' : 'Id']) ?? []);
    }
    async remove(kind, id) {
        const path = `/${PLURAL[kind]}/${encodeURIComponent(id)}`;
        const query = kind === 'container' ? { v: '1', force: '1' } : {};
        await (0,engine_answers/* orNull */.Xd)(this.#done({ call: `remove ${kind}`, method: 'DELETE', path, query, ok: [200, 204] }));
    }
    async #json(request, ms = this.#callMs) {
        const text = await this.#done(request, ms);
        if (text.trim() === '')
            throw new engine/* EngineError */.N(request.call, null, 'the answer is empty');
        return (0,engine_answers/* parseText */.r4)(request.call, text);
    }
    async #description(request) {
        const value = await this.#json(request);
        if (Object.keys((0,decode/* asRecord */.qY)(value)).length > 0)
            return value;
        throw new engine/* EngineError */.N(request.call, null, 'the answer describes nothing');
    }
    /** Gives the text of an answer, which may be none. */
    #done(request, ms = this.#callMs) {
        return (0,engine_answers/* bounded */.Mm)(request.call, ms, async (signal) => {
            return (await (0,engine_answers/* readAll */.yw)(request.call, await this.#dial({ ...request, signal }))).toString('utf8');
        });
    }
    /** Waits for the head of the answer only; the caller reads, and bounds, the body. */
    #stream(request) {
        return (0,engine_answers/* bounded */.Mm)(request.call, this.#callMs, (signal) => this.#dial({ ...request, signal }));
    }
    async #dial(request) {
        const answer = await this.#send(request);
        // The connection itself once it was handed over; else what the transport makes of an answer to a hijack.
        if (answer instanceof external_node_net_.Socket)
            return answer;
        const plain = request.hijack === true ? (0,decode/* asRecord */.qY)(answer)['_output'] : answer;
        const status = (0,decode/* asNumber */.i)((0,decode/* asRecord */.qY)(plain)['statusCode']);
        if (status !== null && request.ok.includes(status))
            return answer;
        const words = (0,engine_words/* refusalWords */.WW)(status, plain instanceof external_node_stream_.Readable ? await (0,engine_answers/* refusalBody */.Hg)(answer, plain) : '');
        throw new engine/* EngineError */.N(request.call, status, words);
    }
    #send(request) {
        const { modem } = this.#docker;
        return new Promise((resolve, reject) => {
            modem.dial(dialOptions(request), (error, answer) => {
                if (error === null || error === undefined)
                    resolve(answer);
                else
                    reject(new engine/* EngineError */.N(request.call, null, (0,engine_words/* faultWords */._Q)(error), { cause: error }));
            });
        });
    }
}
function dialOptions(request) {
    // The transport drops the last character of a path with a query and without options: hence the closing `&`.
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}&`;
    return {
        path: request.path + query,
        method: request.method,
        statusCodes: ANY_STATUS,
        // Always a stream: the transport's own reader never calls back when a connection dies inside a body.
        isStream: true,
        options: request.body,
        // An empty body, for without one the transport never sends the head of a hijacked request.
        file: request.hijack === true ? Buffer.alloc(0) : request.file,
        hijack: request.hijack === true,
        openStdin: request.hijack === true,
        authconfig: request.login ?? undefined,
        abortSignal: request.signal,
    };
}


/***/ }),

/***/ 536:
/***/ ((__unused_webpack_module, exports) => {



// dockerode loads ssh2, @grpc/grpc-js, @grpc/proto-loader and protobufjs at import, for `DOCKER_HOST=ssh://` and for
// BuildKit builds. Confine uses neither, and the real packages bring native binaries and `__dirname`, which an ES
// module bundle hasn't got. All four names lead here: loading works, using one is refused in plain words.

function refuse(what) {
  throw new Error(`${what} is not part of Confine: reach the engine by a unix socket or tcp`)
}

exports.Client = function Client() {
  refuse('the ssh transport')
}
exports.Server = function Server() {
  refuse('the BuildKit session (gRPC)')
}
exports.loadSync = function loadSync() {
  refuse('the BuildKit status decoder (protobuf)')
}


/***/ })

};
