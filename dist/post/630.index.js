export const id = 630;
export const ids = [630];
export const modules = {

/***/ 9727:
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
// EXTERNAL MODULE: ./src/domain/decode.ts
var decode = __webpack_require__(2052);
// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __webpack_require__(241);
;// CONCATENATED MODULE: ./src/sandbox/collect.ts
/** A chunk of a stream that may be in text mode; anything else is no byte stream. */
function asBytes(chunk) {
    if (Buffer.isBuffer(chunk))
        return chunk;
    if (typeof chunk === 'string')
        return Buffer.from(chunk);
    throw new TypeError('the stream gives no bytes');
}
/** All bytes of a stream, or an error when it breaks off or holds more than `limit`. */
async function collect(stream, limit) {
    const chunks = [];
    let bytes = 0;
    for await (const chunk of stream) {
        const buffer = asBytes(chunk);
        bytes += buffer.length;
        if (bytes > limit) {
            stream.destroy();
            throw new Error(`more than ${String(limit)} bytes`);
        }
        chunks.push(buffer);
    }
    return Buffer.concat(chunks);
}

;// CONCATENATED MODULE: ./src/sandbox/engine.ts

/** A call that the engine refused or did not answer. */
class EngineError extends errors/* ConfineError */.ru {
    /** The call's name, for a person: `create container`. */
    call;
    /** HTTP status; `null` when there was no answer. */
    status;
    constructor(call, status, message, options) {
        super('engine', `${call}: ${message}`, options);
        this.call = call;
        this.status = status;
    }
}

;// CONCATENATED MODULE: ./src/sandbox/engine-facts.ts


/** Reads `GET /info` and `GET /version`. What a claim rests on must be there; the rest may be "unknown". */
function decodeEngineFacts(endpoint, info, version) {
    const i = (0,decode/* asRecord */.qY)(info);
    const v = (0,decode/* asRecord */.qY)(version);
    const engineVersion = (0,decode/* asString */.oJ)(v['Version']) ?? (0,decode/* asString */.oJ)(i['ServerVersion']);
    const runtimes = Object.entries((0,decode/* asRecord */.qY)(i['Runtimes'])).slice(0, 64);
    if (engineVersion === null)
        throw new EngineError('describe engine', 200, 'the answer is not that of a Docker engine');
    return {
        endpoint,
        version: engineVersion,
        apiVersion: (0,decode/* asString */.oJ)(v['ApiVersion']) ?? 'unknown',
        cpus: (0,decode/* asNumber */.i)(i['NCPU']) ?? 0,
        kernel: (0,decode/* asString */.oJ)(v['KernelVersion']) ?? (0,decode/* asString */.oJ)(i['KernelVersion']) ?? 'unknown',
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

// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(481);
;// CONCATENATED MODULE: ./src/sandbox/pull-progress.ts



/** Longest silence of a pull before it is given up. */
const SILENCE_MS = 300_000;
/**
 * Follows the JSON lines of a pull. An error inside the stream comes with HTTP status 200, so that only the lines tell
 * whether the pull worked (moby api/types/jsonmessage). One line per layer and phase is passed on, not each tick.
 */
async function readPullProgress(stream, onProgress) {
    let timer = setTimeout(giveUp, SILENCE_MS);
    function giveUp() {
        stream.destroy(new EngineError('pull image', null, 'no progress for 5 minutes'));
    }
    let last = '';
    const lines = (0,external_node_readline_.createInterface)({ input: stream, crlfDelay: Infinity });
    // readline does not pass its input's errors on to a pending iteration (nodejs/node#42454): race it.
    const broke = new Promise((_, reject) => {
        stream.once('error', reject);
        stream.once('close', () => {
            if (!stream.readableEnded)
                reject(new EngineError('pull image', null, 'the engine broke the connection'));
        });
    });
    const read = async () => {
        for await (const line of lines) {
            clearTimeout(timer);
            timer = setTimeout(giveUp, SILENCE_MS);
            last = handle(line, last, onProgress);
        }
    };
    try {
        await Promise.race([read(), broke]);
    }
    finally {
        clearTimeout(timer);
        stream.destroy();
    }
}
function handle(line, last, onProgress) {
    if (line.trim() === '')
        return last;
    const message = (0,decode/* asRecord */.qY)(parseLine(line));
    const error = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(message['errorDetail'])['message']) ?? (0,decode/* asString */.oJ)(message['error']);
    if (error !== null)
        throw new EngineError('pull image', 200, error);
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
        throw new EngineError('pull image', 200, 'the progress is not JSON', { cause: error });
    }
}

;// CONCATENATED MODULE: ./src/sandbox/within.ts
/** Settles as `promise` does, or rejects with `late()` after `ms` milliseconds. */
async function within(promise, ms, late) {
    let timer;
    const deadline = new Promise((_, reject) => {
        timer = setTimeout(() => {
            reject(late());
        }, ms);
    });
    try {
        return await Promise.race([promise, deadline]);
    }
    finally {
        clearTimeout(timer);
    }
}

;// CONCATENATED MODULE: ./src/sandbox/docker-engine.ts









/** Longest wait for an ordinary call: an overloaded daemon may take tens of seconds, a hung one never answers. */
const CALL_MS = 60_000;
/** Longest transfer of an archive: a large checkout on a slow disk. */
const ARCHIVE_MS = 1_800_000;
/** No JSON answer that is read here comes near this size. */
const ANSWER_BYTES = 32 * 1024 * 1024;
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
    constructor(endpoint, callMs = CALL_MS) {
        this.#endpoint = endpoint;
        this.#callMs = callMs;
        this.#docker = new (docker_default())(endpoint.connection);
    }
    async facts() {
        const get = (path) => this.#json({ call: 'describe engine', method: 'GET', path, ok: [200] });
        const [info, version] = await Promise.all([get('/info'), get('/version')]);
        return decodeEngineFacts(this.#endpoint.description, info, version);
    }
    inspectImage(reference) {
        const path = `/images/${encodeURIComponent(reference)}/json`;
        return orNull(this.#json({ call: 'inspect image', method: 'GET', path, ok: [200] }));
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
    async createVolume(body) {
        const answer = await this.#json({
            call: 'create volume',
            method: 'POST',
            path: '/volumes/create',
            ok: [200, 201],
            body,
        });
        const mountpoint = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(answer)['Mountpoint']);
        if (mountpoint === null)
            throw new EngineError('create volume', 201, 'the answer names no mount point');
        return { mountpoint };
    }
    async createNetwork(body) {
        const call = 'create network';
        const id = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(await this.#json({ call, method: 'POST', path: '/networks/create', ok: [201], body }))['Id']);
        if (id === null)
            throw new EngineError(call, 201, 'the answer names no network');
        return id;
    }
    async createContainer(body) {
        const call = 'create container';
        const answer = (0,decode/* asRecord */.qY)(await this.#json({ call, method: 'POST', path: '/containers/create', ok: [201], body }));
        const id = (0,decode/* asString */.oJ)(answer['Id']);
        if (id === null || !/^[0-9a-f]{64}$/.test(id))
            throw new EngineError(call, 201, 'the answer names no container');
        return { id, warnings: (0,decode/* asStrings */.P7)(answer['Warnings']) };
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
        throw new EngineError(call, 200, 'the engine does not hand the connection over (no 101)');
    }
    async start(id) {
        await this.#json({ call: 'start', method: 'POST', path: `/containers/${id}/start`, ok: [204] });
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
        const { StatusCode: code, Error: error } = (0,decode/* asRecord */.qY)(await parse('wait', answer));
        // With an error beside it, the code is none of the container's.
        return error === null || error === undefined ? (0,decode/* asNumber */.i)(code) : null;
    }
    inspectContainer(id) {
        return this.#json({ call: 'inspect', method: 'GET', path: `/containers/${id}/json`, ok: [200] });
    }
    async kill(id) {
        const query = { signal: 'KILL' };
        await this.#json({ call: 'kill', method: 'POST', path: `/containers/${id}/kill`, query, ok: [204] });
    }
    async putArchive(id, path, file) {
        const call = 'put archive';
        const put = this.#dial({ call, method: 'PUT', path: `/containers/${id}/archive`, query: { path }, ok: [200], file });
        const done = put.then((answer) => collect(answer, ANSWER_BYTES));
        await within(done, ARCHIVE_MS, () => new EngineError(call, null, 'the engine did not answer in time'));
    }
    getArchive(id, path) {
        const call = 'get archive';
        return orNull(this.#stream({ call, method: 'GET', path: `/containers/${id}/archive`, query: { path }, ok: [200] }));
    }
    async statPath(id, path) {
        const call = 'stat path';
        const head = this.#stream({ call, method: 'HEAD', path: `/containers/${id}/archive`, query: { path }, ok: [200] });
        const answer = await orNull(head);
        // Nobody reads the empty body: without this its connection stays open for good.
        answer?.resume();
        const header = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)((0,decode/* asRecord */.qY)(answer)['headers'])['x-docker-container-path-stat']);
        return header === null ? null : decodePathStat(call, header);
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
            throw new EngineError(`list ${PLURAL[kind]}`, 200, 'the answer is no list');
        return rows.flatMap((row) => (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(row)[kind === 'volume' ? 'Name' : 'Id']) ?? []);
    }
    async remove(kind, id) {
        const path = `/${PLURAL[kind]}/${encodeURIComponent(id)}`;
        const query = kind === 'container' ? { v: '1', force: '1' } : {};
        await orNull(this.#json({ call: `remove ${kind}`, method: 'DELETE', path, query, ok: [200, 204] }));
    }
    #json(request) {
        const late = () => new EngineError(request.call, null, 'the engine did not answer in time');
        return within(this.#dial(request).then((answer) => parse(request.call, answer)), this.#callMs, late);
    }
    /** Waits for the head of the answer only; the caller reads, and bounds, the body. */
    #stream(request) {
        const late = () => new EngineError(request.call, null, 'the engine did not answer in time');
        return within(this.#dial(request), this.#callMs, late);
    }
    #dial(request) {
        const { modem } = this.#docker;
        return new Promise((resolve, reject) => {
            modem.dial(dialOptions(request), (error, answer) => {
                if (error === null || error === undefined)
                    resolve(answer);
                else
                    reject(toEngineError(request.call, error));
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
        statusCodes: Object.fromEntries(request.ok.map((status) => [status, true])),
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
function decodePathStat(call, header) {
    const stat = (0,decode/* asRecord */.qY)(parseText(call, Buffer.from(header, 'base64').toString('utf8')));
    const size = (0,decode/* asNumber */.i)(stat['size']);
    const mtime = (0,decode/* asString */.oJ)(stat['mtime']);
    return size === null || mtime === null ? null : { size, mtime };
}
async function parse(call, answer) {
    return parseText(call, (await readAll(call, answer)).toString('utf8'));
}
function parseText(call, text) {
    if (text.trim() === '')
        return null;
    try {
        return JSON.parse(text);
    }
    catch (error) {
        throw new EngineError(call, null, 'the answer is not JSON', { cause: error });
    }
}
async function readAll(call, answer) {
    try {
        return await collect(answer, ANSWER_BYTES);
    }
    catch (error) {
        throw new EngineError(call, null, `the answer broke off: ${(0,errors/* messageOf */.bD)(error)}`, { cause: error });
    }
}
async function orNull(call) {
    try {
        return await call;
    }
    catch (error) {
        if (error instanceof EngineError && error.status === 404)
            return null;
        throw error;
    }
}
/** docker-modem wraps the engine's words as `(HTTP code 404) unexpected - No such image: x `. */
function toEngineError(call, error) {
    const status = (0,decode/* asNumber */.i)((0,decode/* asRecord */.qY)(error)['statusCode']);
    const said = (0,errors/* messageOf */.bD)(error).replace(/^\(HTTP code \d+\) [^-]*- /, '');
    return new EngineError(call, status, said.trim(), { cause: error });
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
