import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 2052:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   P7: () => (/* binding */ asStrings),
/* harmony export */   _j: () => (/* binding */ asArray),
/* harmony export */   i: () => (/* binding */ asNumber),
/* harmony export */   oJ: () => (/* binding */ asString),
/* harmony export */   qY: () => (/* binding */ asRecord)
/* harmony export */ });
/* unused harmony export asBoolean */
/**
 * Readers for JSON whose shape is somebody else's: each gives the value, or nothing when it is of another kind. Absence
 * is never turned into a usable default.
 */
function asRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
function asArray(value) {
    return Array.isArray(value) ? value : [];
}
function asString(value) {
    return typeof value === 'string' ? value : null;
}
function asNumber(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
function asBoolean(value) {
    return typeof value === 'boolean' ? value : null;
}
/** The strings of a list; other members are left out. */
function asStrings(value) {
    return asArray(value).filter((member) => typeof member === 'string');
}


/***/ }),

/***/ 241:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   bD: () => (/* binding */ messageOf),
/* harmony export */   ru: () => (/* binding */ ConfineError)
/* harmony export */ });
/* unused harmony export InputError */
/* harmony import */ var _decode_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2052);

class ConfineError extends Error {
    name = 'ConfineError';
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
/** All problems of the inputs, found at once. */
class InputError extends ConfineError {
    problems;
    constructor(problems) {
        super('input', problems.map((p) => `${p.input}: expected ${p.expected}, got ${p.got}`).join('\n'));
        this.problems = problems;
    }
}
/** Text of anything that can be thrown, never empty. */
function messageOf(thrown) {
    // By its shape: an error of another realm is no instance of this one's class.
    const { message } = (0,_decode_js__WEBPACK_IMPORTED_MODULE_0__/* .asRecord */ .qY)(thrown);
    if (typeof message === 'string' && message !== '')
        return message;
    const text = String(thrown);
    return text === '' ? 'unknown error' : text;
}


/***/ }),

/***/ 1984:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  q: () => (/* binding */ postMain)
});

// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __nccwpck_require__(241);
// EXTERNAL MODULE: ./src/domain/decode.ts
var decode = __nccwpck_require__(2052);
;// CONCATENATED MODULE: ./src/run/opening.ts

/** The state by which the post step finds a check run whose id the main process never came to know. */
function writeOpening({ headSha, name, externalId }) {
    return JSON.stringify({ headSha, name, externalId });
}
/** `null` when no check run was being opened. */
function readOpening(state) {
    if (state === '')
        return null;
    const fields = (0,decode/* asRecord */.qY)(JSON.parse(state));
    const headSha = (0,decode/* asString */.oJ)(fields['headSha']);
    const name = (0,decode/* asString */.oJ)(fields['name']);
    const externalId = (0,decode/* asString */.oJ)(fields['externalId']);
    return headSha === null || name === null || externalId === null ? null : { headSha, name, externalId };
}

;// CONCATENATED MODULE: external "node:fs/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./src/run/temp-folder.ts



const PREFIX = 'confine-run-';
/** The run's own folder on the runner: everything that Confine writes on the host, but report.json, is below it. */
async function makeTempFolder(tempDir) {
    try {
        return await mkdtemp(join(tempDir, PREFIX));
    }
    catch (error) {
        throw new ConfineError('internal', `no temporary folder: ${messageOf(error)}`, { cause: error });
    }
}
/**
 * Refuses any other folder: the path may come from the state of an earlier process. What a cancelled run had begun may
 * still write into it for a moment.
 */
async function removeTempFolder(folder) {
    if (!/\/confine-run-[A-Za-z0-9]+$/.test(folder))
        return;
    await (0,promises_namespaceObject.rm)(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

;// CONCATENATED MODULE: ./src/report/invisible.ts
/**
 * Characters that show nothing, or change how others show: bidirectional overrides (CVE-2021-42574), zero-width ones,
 * tags, variation selectors, line separators, non-characters. Arabic and Kaithi number signs are formally among them,
 * but are seen.
 */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
const HIDDEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}' +
    '\\u0080-\\u009f\\u2028\\u2029\\ufff9-\\ufffb';
/** Joiners and selectors that hold one emoji together: 👩‍💻, ❤️, 1️⃣. */
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}';
const IN_EMOJI = `(?<=[${EMOJI}])\\ufe0f?\\u200d(?=\\p{Extended_Pictographic})|` +
    `(?<=[${EMOJI}])[\\ufe0e\\ufe0f]|(?<=[#*0-9])\\ufe0f(?=\\u20e3)`;
const INVISIBLE = new RegExp(`(${IN_EMOJI})|(?:(?![${VISIBLE_FORMAT}])[${HIDDEN}])+`, 'gu');
// Tabs and line feeds are layout.
// eslint-disable-next-line no-control-regex -- controls are what is looked for
const CONTROLS = /[\0-\x08\x0b-\x1f]/g;
/** Longer runs are counted instead of spelt, so that they can't blow a text up. */
const SPELT = 4;
/**
 * Makes every character of a text seen, apart from blanks, tabs and line feeds: controls as their pictures (␛), others
 * as [U+202E]. Lone surrogates become U+FFFD.
 */
function showInvisible(text) {
    return text
        .replace(/\p{Cs}/gu, '\ufffd')
        .replace(INVISIBLE, (run, inEmoji) => inEmoji ?? spell(run))
        .replace(CONTROLS, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
        .replaceAll('\x7f', '␡');
}
function spell(run) {
    const points = Array.from(run, (character) => character.codePointAt(0) ?? 0);
    if (points.length > SPELT)
        return `[${String(points.length)} invisible characters]`;
    return points.map((point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`).join('');
}

;// CONCATENATED MODULE: ./src/report/terminal.ts
/**
 * What a terminal takes as a command (ECMA-48, and xterm's strings), in its 7-bit and its 8-bit form. Strings (OSC with
 * titles and links, DCS, SOS, PM, APC) go with their content, but never past a line end: one that isn't closed must not
 * hide the lines after it. Each branch reads on without going back, so that hostile text costs linear time.
 */
/* eslint-disable no-control-regex -- controls are what is looked for */
const STRING = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\r\n]*(?:\x07|\x1b\\|\x9c)?/;
const CONTROL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/;
const SHORT_ESCAPE = /\x1b[ -/]*[0-~]/;
/* eslint-enable no-control-regex */
const TERMINAL_COMMAND = new RegExp(`${STRING.source}|${CONTROL_SEQUENCE.source}|${SHORT_ESCAPE.source}`, 'g');
/** Text without colours, cursor moves, titles and links. Bytes that look like a command only afterwards are left. */
function terminal_stripTerminalCommands(text) {
    return text.replace(TERMINAL_COMMAND, '');
}
/** Ranges of terminal commands in a text, as [start, end) in UTF-16 units. */
function terminalCommands(text) {
    return Array.from(text.matchAll(TERMINAL_COMMAND), (match) => [match.index, match.index + match[0].length]);
}
/**
 * A carriage return inside of a line starts it afresh: only the last version is what a person saw in the end. How many
 * were overwritten is said, for text can be hidden that way. Those at the end of a line overwrite nothing.
 */
function terminal_settleCarriageReturns(text) {
    if (!text.includes('\r'))
        return text;
    return text.split('\n').map(settleLine).join('\n');
}
function settleLine(line) {
    const versions = line.split('\r').filter((version) => version !== '');
    const last = versions.at(-1) ?? '';
    return versions.length < 2 ? last : `[CR×${String(versions.length - 1)}] ${last}`;
}

;// CONCATENATED MODULE: ./src/report/clean-text.ts


/**
 * Foreign text as text: every character is seen, line feeds and tabs are kept. The opening of HTML comments is broken up
 * even though code shows them literally: other actions look for their own comment by a marker anywhere in it, posted by
 * the same bot, and would take Confine's for theirs.
 */
function cleanText(text) {
    return showInvisible(text.replaceAll('\r\n', '\n')).replaceAll('<!--', '<!\\--');
}
/**
 * What a step printed, as a terminal shows it in the end: without colours, and without what was overwritten. For nothing
 * else: in a name, a carriage return or an escape would hide the words that stand around it.
 */
function cleanOutput(text) {
    return cleanText(settleCarriageReturns(stripTerminalCommands(text)));
}
/** Foreign text as one line; line ends show as ⏎. */
function cleanLine(text) {
    return cleanText(text).trim().replaceAll('\n', ' ⏎ ').replaceAll('\t', ' ');
}
/** Of no use at the end of a text: the joiner of an emoji and the selectors of its form. */
const JOINERS = new Set(['\u200d', '\ufe0e', '\ufe0f']);
/**
 * The first `limit` characters (code points) of a clean text, with … in place of what is cut. No joiner of an emoji is
 * left dangling at the cut.
 */
function clip(text, limit) {
    const points = Array.from(text.slice(0, limit * 2 + 2));
    if (points.length <= limit)
        return text;
    let end = limit - 1;
    while (end > 0 && JOINERS.has(points[end - 1] ?? ''))
        end -= 1;
    return `${points.slice(0, end).join('')}…`;
}
/** Foreign text as one short line. The raw text is cut first: cleaning costs time for every character. */
function cleanTitle(text, limit) {
    const most = text.slice(0, limit * 16);
    const line = cleanLine(most);
    return clip(most === text ? line : `${line}…`, limit);
}
function byteLength(text) {
    return Buffer.byteLength(text, 'utf8');
}
/** The longest end of a text that has at most `limit` bytes in UTF-8, cut between characters. */
function lastBytes(text, limit) {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length <= limit)
        return text;
    let start = bytes.length - limit;
    while (((bytes[start] ?? 0) & 0xc0) === 0x80)
        start += 1;
    return bytes.toString('utf8', start);
}
/** The longest beginning of a text that has at most `limit` bytes in UTF-8, cut between characters. */
function firstBytes(text, limit) {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length <= limit)
        return text;
    let end = limit;
    while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80)
        end -= 1;
    return bytes.toString('utf8', 0, end);
}

;// CONCATENATED MODULE: ./src/runtime/inert.ts
/** Not there at all for the runner, whose comparisons are those of .NET. */
const WITHOUT_WIDTH = /[\p{C}\p{M}]/u;
/**
 * Foreign text in which the runner finds no command. It obeys `::` at the begin of a line and `##[` at any place, takes a
 * lone CR for a line end, and looks behind leading blanks, of which U+0085 is one (actions/runner,
 * Runner.Common/ActionCommand.cs). A blank is put in: a zero-width mark would hide that something was changed.
 *
 * One look at each character, where a pattern would try anew from every blank.
 */
function inert(text) {
    const cuts = [];
    let atStart = true;
    let behindColon = -1;
    let hashes = 0;
    let at = 0;
    for (const character of text) {
        if (character === '\r' || character === '\n')
            atStart = true;
        if (!WITHOUT_WIDTH.test(character)) {
            if (character === ':' && behindColon !== -1)
                cuts.push(behindColon);
            if (character === '[' && hashes === 2)
                cuts.push(at);
            behindColon = character === ':' && atStart ? at + 1 : -1;
            hashes = character === '#' ? Math.min(hashes + 1, 2) : 0;
            atStart &&= character.trim() === '';
        }
        at += character.length;
    }
    return withBlanks(text, cuts);
}
/** @param cuts places in the text, in their order */
function withBlanks(text, cuts) {
    const parts = cuts.map((cut, n) => text.slice(cuts[n - 1] ?? 0, cut));
    return [...parts, text.slice(cuts.at(-1) ?? 0)].join(' ');
}

;// CONCATENATED MODULE: ./src/runtime/runner.ts



/** GitHub shows no summary of a step above this (docs.github.com, "Workflow commands", step isolation and limits). */
const LARGEST_SUMMARY = 1024 * 1024;
/** Characters: a message may quote names and answers, which are of any length. */
const LONGEST_MESSAGE = 8000;
/**
 * The runner through `@actions/core`. It is loaded here and not at the top: it brings an HTTP client along, which doubles
 * the time to the first line of the log.
 *
 * @param firstLine is in the log before anything is loaded
 */
async function openRunner(firstLine) {
    const write = (text) => {
        process.stdout.write(text);
    };
    write(`${inert(firstLine)}\n`);
    const core = await Promise.all(/* import() */[__nccwpck_require__.e(119), __nccwpck_require__.e(421)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6421));
    return {
        input: (name) => core.getInput(name, { trimWhitespace: false }),
        mask: (secret) => {
            // An empty mask would be a warning; a masked line end is matched by nothing.
            for (const line of secret.split(/\r?\n/))
                if (line !== '')
                    core.setSecret(line);
        },
        saveState: (name, value) => saveState(() => core.saveState(name, value)),
        state: (name) => core.getState(name),
        setOutput: (name, value) => core.setOutput(name, value),
        startGroup: (title) => core.startGroup(seen(title)),
        endGroup: () => core.endGroup(),
        info: (line) => write(`${inert(seen(line))}\n`),
        warning: (message) => core.warning(seen(message)),
        error: (message) => core.error(seen(message)),
        write,
        addSummary: async (markdown) => {
            if (Buffer.byteLength(markdown) > LARGEST_SUMMARY)
                throw new errors/* ConfineError */.ru('publish', 'the job summary is above 1 MiB');
            if ((process.env['GITHUB_STEP_SUMMARY'] ?? '') === '')
                return false;
            try {
                await core.summary.addRaw(markdown, true).write();
                return true;
            }
            catch (error) {
                throw new errors/* ConfineError */.ru('publish', `the job summary: ${(0,errors/* messageOf */.bD)(error)}`, { cause: error });
            }
        },
        fail: (message) => core.setFailed(seen(message)),
    };
}
/** The runner takes it by a file, which can't be written on a full disk. */
function saveState(save) {
    try {
        save();
    }
    catch (error) {
        const message = `the state for the post step could not be written: ${(0,errors/* messageOf */.bD)(error)}`;
        throw new errors/* ConfineError */.ru('publish', message, { cause: error });
    }
}
/** Foreign text in which nothing hides or replaces what stands around it. */
function seen(text) {
    return clip(cleanText(text.slice(0, LONGEST_MESSAGE * 2)), LONGEST_MESSAGE);
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __nccwpck_require__(7030);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
;// CONCATENATED MODULE: ./src/sandbox/docker-context.ts






/** Folder of what the Docker CLI keeps: logins, contexts, certificates. */
function configDirectory(env) {
    const given = env['DOCKER_CONFIG'] ?? '';
    return given === '' ? (0,external_node_path_namespaceObject.join)(env['HOME'] ?? (0,external_node_os_namespaceObject.homedir)(), '.docker') : given;
}
/**
 * The context that DOCKER_CONTEXT or else the login file names; `null` for none, and for the default one. Contexts are
 * stored under the SHA-256 of their name (docker/cli, cli/context/store).
 *
 * @throws ConfineError `engine` for a named one that is not there, or names no endpoint
 */
function currentContext(env) {
    const directory = configDirectory(env);
    const chosen = env['DOCKER_CONTEXT'] ?? '';
    const name = chosen === '' ? (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(readJson((0,external_node_path_namespaceObject.join)(directory, 'config.json')))['currentContext']) : chosen;
    if (name === null || name === '' || name === 'default')
        return null;
    const id = (0,external_node_crypto_.createHash)('sha256').update(name).digest('hex');
    const meta = (0,decode/* asRecord */.qY)(readJson((0,external_node_path_namespaceObject.join)(directory, 'contexts', 'meta', id, 'meta.json')));
    const address = (0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)((0,decode/* asRecord */.qY)(meta['Endpoints'])['docker'])['Host']);
    if (address === null)
        throw new errors/* ConfineError */.ru('engine', `the Docker context "${name}" has no readable endpoint`);
    const tls = (0,external_node_path_namespaceObject.join)(directory, 'contexts', 'tls', id, 'docker');
    return { name, address, tls: (0,external_node_fs_namespaceObject.existsSync)(tls) ? tls : null };
}
function readJson(path) {
    try {
        return JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, 'utf8'));
    }
    catch {
        // No login file, or an unreadable one: the CLI goes on with its defaults as well.
        return null;
    }
}

// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __nccwpck_require__(1692);
;// CONCATENATED MODULE: ./src/sandbox/engine-tls.ts






const NO_TLS = { ca: undefined, cert: undefined, key: undefined };
/**
 * Reads `ca.pem`, `cert.pem` and `key.pem` of a folder. As for the Docker CLI the client's pair may be missing, for an
 * engine that does not ask for it (docker/cli, cli/flags/options.go); the engine's own certificate is always verified.
 *
 * @throws ConfineError `engine` for what can't be read, or is no certificate or key
 */
function readTls(folder) {
    const material = {
        ca: read(folder, 'ca.pem'),
        cert: readIfThere(folder, 'cert.pem'),
        key: readIfThere(folder, 'key.pem'),
    };
    if ((material.cert === undefined) !== (material.key === undefined))
        throw unusable(folder, 'cert.pem and key.pem go together, and one of them is missing');
    try {
        // A text that is no certificate would be taken for an empty list of authorities.
        new external_node_crypto_.X509Certificate(material.ca);
        (0,external_node_tls_.createSecureContext)(material);
    }
    catch (error) {
        throw unusable(folder, `no usable certificates or key (${(0,errors/* messageOf */.bD)(error)})`);
    }
    return material;
}
function readIfThere(folder, name) {
    try {
        return (0,external_node_fs_namespaceObject.readFileSync)((0,external_node_path_namespaceObject.join)(folder, name));
    }
    catch (error) {
        if ((0,decode/* asString */.oJ)((0,decode/* asRecord */.qY)(error)['code']) === 'ENOENT')
            return undefined;
        throw unusable(folder, (0,errors/* messageOf */.bD)(error));
    }
}
function read(folder, name) {
    const content = readIfThere(folder, name);
    if (content === undefined)
        throw unusable(folder, `${name} is not there`);
    return content;
}
function unusable(folder, why) {
    return new errors/* ConfineError */.ru('engine', `TLS for the engine, from ${folder}: ${why}`);
}

;// CONCATENATED MODULE: ./src/sandbox/endpoint.ts






const NOTHING = {
    socketPath: undefined,
    host: undefined,
    port: undefined,
    protocol: undefined,
    // DOCKER_CLIENT_TIMEOUT would end the wait for a step that is silent for longer.
    timeout: undefined,
    pathPrefix: undefined,
};
const STANDARD_SOCKET = '/var/run/docker.sock';
const SCHEMES = ['tcp', 'http', 'https'];
const BARE = /^(?:\[[0-9a-f:]+\]|[\w.-]+):\d+$/i;
/**
 * Finds the engine as the Docker CLI does: DOCKER_HOST, then the current context, then the default socket, then the
 * rootless one (docs.docker.com, "Docker contexts" and "Rootless mode"). An empty variable counts as unset.
 */
function findEndpoint(env, exists = external_node_fs_namespaceObject.existsSync) {
    const host = env['DOCKER_HOST'] ?? '';
    if (host !== '')
        return endpointOf({ address: host, by: 'DOCKER_HOST', tls: tlsDirectory(env) });
    const context = currentContext(env);
    if (context !== null)
        return endpointOf({ ...context, by: `the Docker context "${context.name}"` });
    const rootless = (0,external_node_path_namespaceObject.join)(env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(process.getuid?.() ?? 0)}`, 'docker.sock');
    return unixEndpoint(!exists(STANDARD_SOCKET) && exists(rootless) ? rootless : STANDARD_SOCKET);
}
function endpointOf({ address, by, tls }) {
    // The CLI takes a bare `unix://` for the default socket; an empty path would be dialled as port 80 of this host.
    if (address.startsWith('unix://'))
        return unixEndpoint(address.slice('unix://'.length) || STANDARD_SOCKET);
    if (address.startsWith('/'))
        return unixEndpoint(address);
    // An address alone is plain TCP, as for the CLI (docker/cli, opts/hosts.go).
    const whole = BARE.test(address) ? `tcp://${address}` : address;
    const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(whole)?.[1]?.toLowerCase();
    if (scheme === undefined)
        throw refused(by, `not an address: ${clipped(address)}`);
    if (!SCHEMES.includes(scheme))
        throw refused(by, `${scheme}:// endpoints are not supported; use unix://, tcp:// or a socket's path`);
    // A scheme that the URL parser knows would lose its default port: http://host:80.
    const text = `tcp${whole.slice(scheme.length)}`;
    if (!URL.canParse(text))
        throw refused(by, `not an address: ${clipped(address)}`);
    const url = new URL(text);
    // Without a host the transport would dial port 80 of this machine, and it drops a path.
    if (url.hostname === '')
        throw refused(by, `no host in ${clipped(address)}`);
    if (!['', '/'].includes(url.pathname))
        throw refused(by, `an address can't have a path: ${clipped(address)}`);
    return tcpEndpoint(url, tls !== null || scheme === 'https', tls);
}
function unixEndpoint(path) {
    return { description: `unix ${path}`, connection: { ...NOTHING, ...NO_TLS, socketPath: path }, warning: null };
}
function tcpEndpoint(url, secure, tls) {
    const port = url.port === '' ? (secure ? 2376 : 2375) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return {
        description: `${secure ? 'tls' : 'tcp'} ${url.host}`,
        connection: {
            ...NOTHING,
            host,
            port,
            protocol: secure ? 'https' : 'http',
            ...(tls === null ? NO_TLS : readTls(tls)),
        },
        warning: secure || isLoopback(host) ? null : `the engine at ${url.host} is reached without encryption or authentication`,
    };
}
/** Addresses, for a name such as `127.0.0.1.example` is whatever its owner says. */
function isLoopback(host) {
    return host === 'localhost' || host === '::1' || ((0,external_node_net_.isIPv4)(host) && host.startsWith('127.'));
}
function tlsDirectory(env) {
    if ((env['DOCKER_TLS_VERIFY'] ?? '') === '')
        return null;
    const given = env['DOCKER_CERT_PATH'] ?? '';
    return given === '' ? configDirectory(env) : given;
}
function clipped(text) {
    return text.slice(0, 200);
}
function refused(by, why) {
    return new errors/* ConfineError */.ru('engine', `${by}: ${why}`);
}

// EXTERNAL MODULE: ./src/sandbox/engine.ts
var engine = __nccwpck_require__(5237);
;// CONCATENATED MODULE: ./src/run/unheard.ts


/** What the main process was never told of, by the state that it left. */
function readUnheard(state) {
    if (state === '')
        return [];
    return (0,decode/* asArray */._j)(JSON.parse(state)).flatMap((word) => engine/* OWNED_KINDS */.G.filter((kind) => kind === word));
}

// EXTERNAL MODULE: ./src/sandbox/creations.ts
var sandbox_creations = __nccwpck_require__(4781);
;// CONCATENATED MODULE: ./src/sandbox/sweep.ts


const RUN_LABEL = 'confine.run';
/**
 * Removes everything that carries the run's label, and nothing else. Gives what could not be removed. Rejects with an
 * EngineError when the engine can't say what it has of a kind, after the others were removed: one bad container is
 * enough to have a list of them hang for good.
 */
async function sweep(engine, runLabel, creations = new sandbox_creations/* Creations */.f()) {
    const of = (kind) => sweepKind(engine, runLabel, creations, kind);
    // Containers hold the others; those hold nothing of each other.
    const containers = await Promise.allSettled([of('container')]);
    const others = await Promise.allSettled([of('volume'), of('network')]);
    const left = [];
    for (const swept of [...containers, ...others]) {
        if (swept.status === 'rejected')
            throw swept.reason;
        left.push(...swept.value);
    }
    return left;
}
async function sweepKind(engine, runLabel, creations, kind) {
    const ids = await engine.listOwned(kind, `${RUN_LABEL}=${runLabel}`);
    for (const id of ids)
        creations.found(kind, id);
    const results = await Promise.allSettled(ids.map((id) => engine.remove(kind, id)));
    return results.flatMap((result, n) => result.status === 'rejected' ? [`${kind} ${ids[n] ?? ''}: ${(0,errors/* messageOf */.bD)(result.reason)}`] : []);
}
/**
 * Sweeps, and sweeps again after each of `pauses` (milliseconds): while the engine may still make what it was asked for,
 * and while something could not be removed, as when its removal is under way already.
 * Rejects with an EngineError when the engine can't say what it has.
 */
async function sweepAll(engine, runLabel, creations, pauses) {
    creations.close();
    let left = await sweep(engine, runLabel, creations);
    for (const ms of pauses) {
        if (creations.unheard.length === 0 && left.length === 0)
            break;
        await new Promise((resolve) => setTimeout(resolve, ms));
        left = await sweep(engine, runLabel, creations);
    }
    return { left, unheard: creations.unheard };
}

// EXTERNAL MODULE: ./src/sandbox/patience.ts
var patience = __nccwpck_require__(1816);
;// CONCATENATED MODULE: ./src/post-main.ts









/** For a create that was under way when the main process died. The engine takes half a second for one. */
const AFTER_DEATH_MS = 2000;
/**
 * Cleans up after a main process that did not get to it: containers, volumes, temporary folder, a check left in progress.
 * After an ordinary run there is nothing left to do. It judges nothing: the job is red already.
 */
async function postMain(env) {
    const runner = await openRunner('Confine: clean-up');
    const tasks = [
        () => cleanEngine(runner, env),
        () => removeTempFolder(runner.state('temp')),
        () => closeCheck(runner, env),
    ];
    for (const task of tasks) {
        try {
            await task();
        }
        catch (error) {
            runner.warning(`Clean-up: ${(0,errors/* messageOf */.bD)(error)}`);
        }
    }
    return 0;
}
async function cleanEngine(runner, env) {
    const label = runner.state('label');
    if (label === '')
        return;
    const { DockerEngine } = await Promise.all(/* import() */[__nccwpck_require__.e(40), __nccwpck_require__.e(610)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2779));
    const state = runner.state('unheard');
    const engine = new DockerEngine(findEndpoint(env));
    // The main process died, perhaps in the middle of a create.
    if (state === '') {
        await sweepAll(engine, label, new sandbox_creations/* Creations */.f(), []);
        await new Promise((resolve) => setTimeout(resolve, AFTER_DEATH_MS));
    }
    const { left, unheard } = await sweepAll(engine, label, new sandbox_creations/* Creations */.f(readUnheard(state)), patience/* PATIENCE */.a.sweepMs);
    for (const what of left)
        runner.warning(`Clean-up: ${what} could not be removed`);
    if (unheard.length > 0)
        runner.warning(`Clean-up: the engine never answered a call to create a ${unheard.join(' and a ')}, and may still do so; ` +
            `it would carry the label ${RUN_LABEL}=${label}`);
    if (left.length > 0)
        runner.info(`${String(left.length)} things are left`);
    else if (unheard.length === 0)
        runner.info('The engine holds nothing of this run');
}
async function closeCheck(runner, env) {
    const id = Number(runner.state('check'));
    const known = Number.isSafeInteger(id) && id > 0;
    const lost = known ? null : readOpening(runner.state('opening'));
    if (!known && lost === null)
        return;
    const { connectGitHub } = await Promise.all(/* import() */[__nccwpck_require__.e(119), __nccwpck_require__.e(419), __nccwpck_require__.e(247)]).then(__nccwpck_require__.bind(__nccwpck_require__, 628));
    const { abandonCheck, abandonLostCheck } = await __nccwpck_require__.e(/* import() */ 904).then(__nccwpck_require__.bind(__nccwpck_require__, 9904));
    const api = connectGitHub({
        token: runner.input('token').trim(),
        apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
        repository: env['GITHUB_REPOSITORY'] ?? '',
        hurry: null,
    });
    const cancelled = runner.state('cancelled') === 'true';
    const closed = await (lost === null
        ? abandonCheck(api, { id, cancelled })
        : abandonLostCheck(api, { ...lost, cancelled }));
    if (closed.kind === 'problem')
        runner.warning(`Clean-up: the check run could not be closed: ${closed.why}`);
    else
        runner.info(closed.kind === 'posted' ? 'The check run is closed' : `Nothing to close: ${closed.because}`);
}


/***/ }),

/***/ 6661:
/***/ ((module, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(module, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _post_main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1984);

process.exit(await (0,_post_main_js__WEBPACK_IMPORTED_MODULE_0__/* .postMain */ .q)(process.env));

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 4781:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ Creations)
/* harmony export */ });
/* harmony import */ var _domain_decode_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2052);
/* harmony import */ var _engine_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5237);


/**
 * What was asked for and what became of it. A create that ended without an answer may be done afterwards: until it is
 * found, nobody can say that nothing is left.
 */
class Creations {
    #made = new Set();
    #open = { container: 0, volume: 0, network: 0 };
    #closed = false;
    /** @param unheard one entry for each call of an earlier process that was never answered */
    constructor(unheard = []) {
        for (const kind of unheard)
            this.#open[kind] += 1;
    }
    /** Makes something through `create`. Rejects with an EngineError, at once when the run is being cleaned up. */
    async during(kind, create, nameOf) {
        if (this.#closed)
            throw new _engine_js__WEBPACK_IMPORTED_MODULE_0__/* .EngineError */ .N(`create ${kind}`, null, 'the run is over');
        this.#open[kind] += 1;
        try {
            const made = await create();
            this.found(kind, nameOf(made));
            return made;
        }
        catch (error) {
            if (isRefusal(error))
                this.#settle(kind);
            throw error;
        }
    }
    /** From now on nothing is made: work that was given up may still be going on. */
    close() {
        this.#closed = true;
    }
    /** The engine holds this, of the run. What no answer named is what a call without an answer made. */
    found(kind, id) {
        if (this.#made.has(id))
            return;
        this.#made.add(id);
        this.#settle(kind);
    }
    /** One entry for each call of which nobody knows what came of it. */
    get unheard() {
        return _engine_js__WEBPACK_IMPORTED_MODULE_0__/* .OWNED_KINDS */ .G.flatMap((kind) => Array(this.#open[kind]).fill(kind));
    }
    #settle(kind) {
        this.#open[kind] = Math.max(0, this.#open[kind] - 1);
    }
}
/** The engine's own no. A gateway's tells nothing of what the engine behind it goes on to do. */
function isRefusal(error) {
    const status = (0,_domain_decode_js__WEBPACK_IMPORTED_MODULE_1__/* .asNumber */ .i)((0,_domain_decode_js__WEBPACK_IMPORTED_MODULE_1__/* .asRecord */ .qY)(error)['status']);
    return status !== null && status >= 400 && status <= 500;
}


/***/ }),

/***/ 5237:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ OWNED_KINDS),
/* harmony export */   N: () => (/* binding */ EngineError)
/* harmony export */ });
/* harmony import */ var _domain_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(241);

/** A call that the engine refused or did not answer. */
class EngineError extends _domain_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfineError */ .ru {
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
/** What Confine makes on an engine. Containers hold the others: they come first. */
const OWNED_KINDS = ['container', 'volume', 'network'];


/***/ }),

/***/ 1816:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ PATIENCE)
/* harmony export */ });
const PATIENCE = {
    callMs: 60_000,
    sweepMs: [500, 1_500, 3_000, 5_000],
    probeMs: 60_000,
    controlMs: 120_000,
    heartbeatMs: 5_000,
    drainMs: 10_000,
    exitMs: 60_000,
};


/***/ }),

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 9140:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("constants");

/***/ }),

/***/ 6982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

/***/ }),

/***/ 4708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 6193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:string_decoder");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 3480:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("querystring");

/***/ }),

/***/ 2203:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("stream");

/***/ }),

/***/ 3193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 2018:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tty");

/***/ }),

/***/ 7016:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("url");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 3106:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("zlib");

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/compat get default export */
/******/ (() => {
/******/ 	// getDefaultExport function for compatibility with non-harmony modules
/******/ 	__nccwpck_require__.n = (module) => {
/******/ 		var getter = module && module.__esModule ?
/******/ 			() => (module['default']) :
/******/ 			() => (module);
/******/ 		__nccwpck_require__.d(getter, { a: getter });
/******/ 		return getter;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(6661);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
