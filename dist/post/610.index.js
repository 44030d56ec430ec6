export const id = 610;
export const ids = [610];
export const modules = {

/***/ 2779:
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

;// CONCATENATED MODULE: ./src/plan/printable.ts
/** Longest piece of a foreign value that a message quotes. */
const SHOWN_CHARACTERS = 80;
/** Control, format (bidi included), private-use and unassigned characters, lone surrogates, separators other than a blank. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
function escapeCharacter(character) {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
}
/** True for text that shows as what it is: one line, nothing invisible. */
function isPrintable(text) {
    return text.search(UNPRINTABLE) === -1;
}
/** The value in quotes, invisible characters as `\u{…}`, cut after `limit` characters. For values that are no secret. */
function shown(value, limit = SHOWN_CHARACTERS) {
    const characters = Array.from(value.slice(0, limit * 2));
    const kept = characters.slice(0, limit).join('').replace(UNPRINTABLE, escapeCharacter);
    const cut = characters.length > limit ? `… (${String(value.length)} characters)` : '';
    return value === '' ? 'nothing' : `"${kept}"${cut}`;
}
/** The same of a name that somebody else chose, and that must not end its own quotes. */
function quoted(name, limit = SHOWN_CHARACTERS) {
    return shown(name.replaceAll('"', '\\u{22}'), limit);
}
/** A sentence of another program in quotes, as long as it is: names in it keep quotes that do not end these. */
function sentenceOf(text) {
    return `"${text.replaceAll('"', "'")}"`;
}
/** One printable line of at most `limit` characters, for a title that is made from foreign text. */
function titleOf(text, limit) {
    const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
    const clean = Array.from(line.replace(UNPRINTABLE, ' ').trim());
    return clean.length <= limit ? clean.join('') : `${clean.slice(0, limit - 1).join('')}…`;
}

;// CONCATENATED MODULE: ./src/sandbox/engine-words.ts



/** Longer words would hide what else a person has to read. */
const MOST_WORDS = 1000;
const MOST_PAGE_WORDS = 120;
/** What an answer that refuses says, as one text: the engine's own message, or what came in its place. */
function refusalWords(status, body) {
    const text = body.trim();
    if (status !== null && status < 400 && !isPage(text))
        return `HTTP ${String(status)}, which is no answer to this call`;
    if (text === '')
        return `HTTP ${String(status)} without a word`;
    if (isPage(text))
        return `HTTP ${String(status)} and ${pageWords(text)}`;
    const message = (0,decode/* asRecord */.qY)(jsonOrNull(text));
    const said = clipped(((0,decode/* asString */.oJ)(message['message']) ?? (0,decode/* asString */.oJ)(message['error']) ?? text).trim());
    return said === '' ? `HTTP ${String(status)}` : sentenceOf(said);
}
/** Codes of OpenSSL's verification, as Node names them (nodejs.org, "TLS", X509 certificate error codes). */
const UNTRUSTED = /^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)/;
/** Why an answer of success could not be read. */
function unreadableWords(body) {
    return isPage(body.trim()) ? pageWords(body) : 'the answer is not JSON';
}
/** Node's words for a connection that failed, in words that say what happened. Its code stays in them. */
function faultWords(error) {
    const code = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(error)['code']) ?? '';
    const said = clipped((0,errors/* messageOf */.bD)(error));
    if (code === 'ECONNREFUSED' || code === 'ENOENT')
        return `the engine is not there (${said})`;
    if (code === 'ECONNRESET' || code === 'EPIPE')
        return `the engine broke the connection off (${said})`;
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
        return `the engine's certificate is for another host (${said})`;
    if (UNTRUSTED.test(code))
        return `the engine's certificate is not trusted: the authority that signed it has to be in ca.pem (${said})`;
    if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
        return `the engine's certificate is not valid now (${said})`;
    // OpenSSL's message is a list, mostly of places in its sources: error:CODE:library:function:reason:file:line:more.
    const reason = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(said)?.[1] ?? said;
    if (/alert/i.test(reason))
        return `the engine refuses the TLS connection or this client's certificate (${reason})`;
    if (code === 'EPROTO')
        return `no TLS is spoken at this address (${reason})`;
    if (code.startsWith('HPE_'))
        return `what answers does not speak HTTP as an engine does (${said})`;
    return said;
}
/** A proxy or a portal between here and the engine answers with a page of its own. */
function isPage(text) {
    return /^<(?:!doctype|html|head|body|\?xml)\b/i.test(text);
}
function pageWords(page) {
    const shown = page
        .slice(0, 4 * MOST_WORDS)
        .replace(/<(style|script)\b.*?<\/\1>/gis, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MOST_PAGE_WORDS);
    return `a web page in place of the engine's answer (${sentenceOf(shown)}): something else answers for the engine`;
}
function jsonOrNull(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null; // plain text, as some answer
    }
}
function clipped(text) {
    return text.length <= MOST_WORDS ? text : `${text.slice(0, MOST_WORDS)}…`;
}

// EXTERNAL MODULE: ./src/sandbox/engine.ts
var engine = __webpack_require__(5237);
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
/** As `within`, with the time counted anew from each call of `alive`. */
function withinSilence(ms, late) {
    let fail = () => undefined;
    let over = false;
    const silent = new Promise((_, reject) => {
        fail = reject;
    });
    silent.catch(() => undefined); // told to whoever watches
    const timer = setTimeout(() => {
        fail(late());
    }, ms);
    return {
        watch: (promise) => Promise.race([promise, silent]).finally(() => {
            over = true;
            clearTimeout(timer);
        }),
        // A timer that was cleared would be set again.
        alive: () => {
            if (!over)
                timer.refresh();
        },
    };
}

;// CONCATENATED MODULE: ./src/sandbox/engine-answers.ts






/** No JSON answer that is read here comes near this size. */
const ANSWER_BYTES = 32 * 1024 * 1024;
/** The rest of longer words of refusal is not waited for. */
const REFUSAL_BYTES = 64 * 1024;
const LATE = 'the engine did not answer in time';
/** Ends the call's connection with its time: what a hung engine was asked for, it shall not do later. */
function bounded(call, ms, act) {
    const stop = new AbortController();
    return within(act(stop.signal), ms, () => {
        stop.abort();
        return new engine/* EngineError */.N(call, null, LATE);
    });
}
/** Breaks off an answer that is not whole in time, with an EngineError for whoever reads it. */
function endLate(call, answer, ms) {
    const timer = setTimeout(() => answer.destroy(new engine/* EngineError */.N(call, null, LATE)), ms);
    answer.once('close', () => {
        clearTimeout(timer);
    });
    answer.on('error', () => undefined); // nobody may read it any more
}
/**
 * As much as is needed of the words of a refusal, or of what broke off in the middle of them. Ends with its call's time.
 *
 * @param source the answer itself, where `answer` is what the transport made of it
 */
function refusalBody(answer, source) {
    const chunks = [];
    let bytes = 0;
    return new Promise((resolve) => {
        const done = () => {
            resolve(Buffer.concat(chunks).toString('utf8'));
            answer.destroy();
        };
        answer.on('data', (chunk) => {
            chunks.push(asBytes(chunk));
            bytes += asBytes(chunk).length;
            if (bytes > REFUSAL_BYTES)
                done();
        });
        answer.once('end', done);
        source.once('error', done);
        source.once('close', () => setImmediate(done));
    });
}
/** Bits of Go's `fs.FileMode` (pkg.go.dev/io/fs#FileMode); a link's come first, for nothing else is told of it. */
const KINDS = [
    [27, 'link'],
    [31, 'folder'],
    [25, 'pipe'],
    [24, 'socket'],
    [26, 'device'],
    [21, 'device'],
    [19, 'other'],
];
function kindOf(mode) {
    if (mode === null || !Number.isInteger(mode) || mode < 0)
        return 'other';
    return KINDS.find(([bit]) => Math.floor(mode / 2 ** bit) % 2 === 1)?.[1] ?? 'file';
}
/** The header of an answer about a path, as the archive endpoint gives it (base64 of JSON). */
function decodePathStat(call, header) {
    const stat = (0,decode/* asRecord */.qY)(parseText(call, Buffer.from(header, 'base64').toString('utf8')));
    const size = (0,decode/* asNumber */.i)(stat['size']);
    const mtime = (0,decode/* asString */.oJ)(stat['mtime']);
    const linkTarget = (0,decode/* asString */.oJ)(stat['linkTarget']);
    if (size === null || mtime === null)
        return null;
    return { kind: kindOf((0,decode/* asNumber */.i)(stat['mode'])), size, mtime, linkTarget: linkTarget === '' ? null : linkTarget };
}
/** The JSON value of an answer; `null` for an empty one. */
async function parse(call, answer) {
    return parseText(call, (await readAll(call, answer)).toString('utf8'));
}
/** @throws EngineError for what is neither JSON nor empty */
function parseText(call, text) {
    if (text.trim() === '')
        return null;
    try {
        return JSON.parse(text);
    }
    catch (error) {
        throw new engine/* EngineError */.N(call, null, unreadableWords(text), { cause: error });
    }
}
async function readAll(call, answer) {
    try {
        return await collect(answer, ANSWER_BYTES);
    }
    catch (error) {
        throw new engine/* EngineError */.N(call, null, `the answer broke off: ${(0,errors/* messageOf */.bD)(error)}`, { cause: error });
    }
}
/** What is not there is no error: `null`. */
async function orNull(call) {
    try {
        return await call;
    }
    catch (error) {
        if (error instanceof engine/* EngineError */.N && error.status === 404)
            return null;
        throw error;
    }
}

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

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
var external_node_http_default = /*#__PURE__*/__webpack_require__.n(external_node_http_);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(4708);
var external_node_https_default = /*#__PURE__*/__webpack_require__.n(external_node_https_);
// EXTERNAL MODULE: ./node_modules/docker-modem/lib/http.js
var http = __webpack_require__(9167);
var http_default = /*#__PURE__*/__webpack_require__.n(http);
;// CONCATENATED MODULE: ./src/sandbox/engine-transport.ts



/**
 * Makes a client of dockerode's transport that dials what it is told to, and nothing else.
 *
 * As it comes, the transport follows redirections: to any address, as a GET without a body, and with nobody to hear that
 * it failed, which ends the process (docker-modem lib/http.js). Engines have none; a proxy's sign-in page is one. It also
 * takes DOCKER_HOST apart before it looks at its options, and reads the files of DOCKER_CERT_PATH with it, asked for or
 * not (lib/modem.js).
 */
function openTransport(make) {
    (http_default()).http.request = (external_node_http_default()).request;
    (http_default()).https.request = (external_node_https_default()).request;
    const { DOCKER_HOST: host } = process.env;
    delete process.env['DOCKER_HOST'];
    try {
        return make();
    }
    finally {
        if (host !== undefined)
            process.env['DOCKER_HOST'] = host;
    }
}

// EXTERNAL MODULE: ./src/sandbox/patience.ts
var patience = __webpack_require__(1816);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(6193);
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
        const [first = '', ...more] = decoder.write(asBytes(chunk)).split('\n');
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
        throw new engine/* EngineError */.N('pull image', 200, sentenceOf(error));
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
        const why = unreadableWords(line).replace('the answer', 'the progress');
        throw new engine/* EngineError */.N('pull image', 200, why, { cause: error });
    }
}

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
        this.#docker = openTransport(() => new (docker_default())(endpoint.connection));
    }
    async facts() {
        const ms = Math.min(DESCRIBE_MS, this.#callMs);
        const get = (path) => this.#json({ call: 'describe engine', method: 'GET', path, ok: [200] }, ms);
        const [info, version] = await Promise.all([get('/info'), get('/version')]);
        return decodeEngineFacts(this.#endpoint.description, info, version);
    }
    inspectImage(reference) {
        const path = `/images/${encodeURIComponent(reference)}/json`;
        return orNull(this.#description({ call: 'inspect image', method: 'GET', path, ok: [200] }));
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
        const { StatusCode: code, Error: error } = (0,decode/* asRecord */.qY)(await parse('wait', answer));
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
            return new engine/* EngineError */.N(call, null, LATE);
        };
        const silence = withinSilence(this.#callMs, late);
        const file = new external_node_stream_.Transform({
            transform: (chunk, _, done) => {
                silence.alive();
                done(null, chunk);
            },
        });
        (0,external_node_stream_.pipeline)(tar, file, () => undefined); // an error of the source is the call's
        const request = { call, method: 'PUT', path: `/containers/${id}/archive`, query: { path }, ok: [200] };
        const done = this.#dial({ ...request, file, signal }).then((answer) => readAll(call, answer));
        await within(silence.watch(done), ARCHIVE_MS, late);
    }
    async getArchive(id, path) {
        const call = 'get archive';
        const get = this.#stream({ call, method: 'GET', path: `/containers/${id}/archive`, query: { path }, ok: [200] });
        const archive = await orNull(get);
        if (archive !== null)
            endLate(call, archive, this.#callMs);
        return archive;
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
            throw new engine/* EngineError */.N(`list ${PLURAL[kind]}`, 200, 'the answer is no list');
        return rows.flatMap((row) => (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(row)[kind === 'volume' ? 'Name' : 'Id']) ?? []);
    }
    async remove(kind, id) {
        const path = `/${PLURAL[kind]}/${encodeURIComponent(id)}`;
        const query = kind === 'container' ? { v: '1', force: '1' } : {};
        await orNull(this.#done({ call: `remove ${kind}`, method: 'DELETE', path, query, ok: [200, 204] }));
    }
    async #json(request, ms = this.#callMs) {
        const text = await this.#done(request, ms);
        if (text.trim() === '')
            throw new engine/* EngineError */.N(request.call, null, 'the answer is empty');
        return parseText(request.call, text);
    }
    async #description(request) {
        const value = await this.#json(request);
        if (Object.keys((0,decode/* asRecord */.qY)(value)).length > 0)
            return value;
        throw new engine/* EngineError */.N(request.call, null, 'the answer describes nothing');
    }
    /** Gives the text of an answer, which may be none. */
    #done(request, ms = this.#callMs) {
        return bounded(request.call, ms, async (signal) => {
            return (await readAll(request.call, await this.#dial({ ...request, signal }))).toString('utf8');
        });
    }
    /** Waits for the head of the answer only; the caller reads, and bounds, the body. */
    #stream(request) {
        return bounded(request.call, this.#callMs, (signal) => this.#dial({ ...request, signal }));
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
        const words = refusalWords(status, plain instanceof external_node_stream_.Readable ? await refusalBody(answer, plain) : '');
        throw new engine/* EngineError */.N(request.call, status, words);
    }
    #send(request) {
        const { modem } = this.#docker;
        return new Promise((resolve, reject) => {
            modem.dial(dialOptions(request), (error, answer) => {
                if (error === null || error === undefined)
                    resolve(answer);
                else
                    reject(new engine/* EngineError */.N(request.call, null, faultWords(error), { cause: error }));
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
