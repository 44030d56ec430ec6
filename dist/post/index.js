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
    if (thrown instanceof Error && thrown.message !== '')
        return thrown.message;
    const text = String(thrown);
    return text === '' ? 'unknown error' : text;
}


/***/ }),

/***/ 4327:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  q: () => (/* binding */ postMain)
});

// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __nccwpck_require__(241);
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
/** Refuses any other folder: the path may come from the state of an earlier process. */
async function removeTempFolder(folder) {
    if (!/\/confine-run-[A-Za-z0-9]+$/.test(folder))
        return;
    await (0,promises_namespaceObject.rm)(folder, { recursive: true, force: true });
}

;// CONCATENATED MODULE: ./src/runtime/runner.ts

/** GitHub shows no summary of a step above this (docs.github.com, "Workflow commands", step isolation and limits). */
const LARGEST_SUMMARY = 1024 * 1024;
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
        saveState: (name, value) => core.saveState(name, value),
        state: (name) => core.getState(name),
        setOutput: (name, value) => core.setOutput(name, value),
        startGroup: (title) => core.startGroup(title),
        endGroup: () => core.endGroup(),
        info: (line) => write(`${inert(line)}\n`),
        warning: (message) => core.warning(message),
        error: (message) => core.error(message),
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
        fail: (message) => core.setFailed(message),
    };
}
/**
 * The runner obeys `::` at the begin of a line, blanks aside, and `##[` at any place (actions/runner,
 * Runner.Common/ActionCommand.cs). A zero-width mark would hide that something was changed: a blank shows it.
 */
function inert(text) {
    return text.replace(/^(\s*):(?=:)/gmu, '$1: ').replaceAll('##[', '## [');
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
// EXTERNAL MODULE: ./src/domain/decode.ts
var decode = __nccwpck_require__(2052);
;// CONCATENATED MODULE: ./src/sandbox/endpoint.ts






const NOTHING = { socketPath: undefined, host: undefined, port: undefined, protocol: undefined };
const NO_TLS = { ca: undefined, cert: undefined, key: undefined };
/**
 * Finds the engine as the Docker CLI does: DOCKER_HOST, then the current context, then the default socket, then the
 * rootless one (docs.docker.com, "Docker contexts" and "Rootless mode"). An empty variable counts as unset.
 */
function findEndpoint(env) {
    const host = env['DOCKER_HOST'] ?? '';
    if (host !== '')
        return endpointOf(host, tlsDirectory(env));
    const context = contextEndpoint(env);
    if (context !== null)
        return context;
    const rootless = (0,external_node_path_namespaceObject.join)(env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(process.getuid?.() ?? 0)}`, 'docker.sock');
    const standard = '/var/run/docker.sock';
    return unixEndpoint(!(0,external_node_fs_namespaceObject.existsSync)(standard) && (0,external_node_fs_namespaceObject.existsSync)(rootless) ? rootless : standard);
}
function endpointOf(address, tls) {
    if (address.startsWith('unix://'))
        return unixEndpoint(address.slice('unix://'.length));
    if (address.startsWith('/'))
        return unixEndpoint(address);
    const url = parseUrl(address);
    if (url.protocol === 'tcp:' || url.protocol === 'http:' || url.protocol === 'https:')
        return tcpEndpoint(url, tls);
    const kind = url.protocol.replace(/:$/, '');
    throw new errors/* ConfineError */.ru('engine', `DOCKER_HOST: ${kind}:// endpoints are not supported; use unix://, tcp:// or a socket's path`);
}
function unixEndpoint(path) {
    return { description: `unix ${path}`, connection: { ...NOTHING, ...NO_TLS, socketPath: path }, warning: null };
}
function tcpEndpoint(url, tls) {
    const secure = tls !== null || url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 2376 : 2375) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
    return {
        description: `${secure ? 'tls' : 'tcp'} ${url.host}`,
        connection: {
            ...NOTHING,
            host,
            port,
            protocol: secure ? 'https' : 'http',
            ...(tls === null ? NO_TLS : readTls(tls)),
        },
        warning: secure || loopback ? null : `the engine at ${url.host} is reached without encryption or authentication`,
    };
}
function tlsDirectory(env) {
    if ((env['DOCKER_TLS_VERIFY'] ?? '') === '')
        return null;
    const given = env['DOCKER_CERT_PATH'] ?? '';
    return given === '' ? configDirectory(env) : given;
}
function readTls(directory) {
    const read = (name) => {
        try {
            return (0,external_node_fs_namespaceObject.readFileSync)((0,external_node_path_namespaceObject.join)(directory, name));
        }
        catch (error) {
            throw new errors/* ConfineError */.ru('engine', `TLS for the engine: ${(0,errors/* messageOf */.bD)(error)}`, { cause: error });
        }
    };
    return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}
function configDirectory(env) {
    const given = env['DOCKER_CONFIG'] ?? '';
    return given === '' ? (0,external_node_path_namespaceObject.join)(env['HOME'] ?? (0,external_node_os_namespaceObject.homedir)(), '.docker') : given;
}
/** Contexts are stored under the SHA-256 of their name (docker/cli, cli/context/store). */
function contextEndpoint(env) {
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
    return endpointOf(address, (0,external_node_fs_namespaceObject.existsSync)(tls) ? tls : null);
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
function parseUrl(address) {
    try {
        return new URL(address);
    }
    catch (error) {
        throw new errors/* ConfineError */.ru('engine', `DOCKER_HOST: not an address: ${address.slice(0, 200)}`, { cause: error });
    }
}

;// CONCATENATED MODULE: ./src/sandbox/sweep.ts

/** Containers hold volumes and networks: they go first. */
const ORDER = ['container', 'volume', 'network'];
const RUN_LABEL = 'confine.run';
/** Removes everything that carries the run's label, and nothing else. Gives what could not be removed. */
async function sweep(engine, runLabel) {
    const left = [];
    for (const kind of ORDER) {
        const ids = await engine.listOwned(kind, `${RUN_LABEL}=${runLabel}`);
        const results = await Promise.allSettled(ids.map((id) => engine.remove(kind, id)));
        results.forEach((result, n) => {
            if (result.status === 'rejected')
                left.push(`${kind} ${ids[n] ?? ''}: ${(0,errors/* messageOf */.bD)(result.reason)}`);
        });
    }
    return left;
}

;// CONCATENATED MODULE: ./src/post-main.ts





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
    const { DockerEngine } = await Promise.all(/* import() */[__nccwpck_require__.e(40), __nccwpck_require__.e(630)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9727));
    const left = await sweep(new DockerEngine(findEndpoint(env)), label);
    for (const what of left)
        runner.warning(`Clean-up: ${what} could not be removed`);
    runner.info(left.length === 0 ? 'The engine holds nothing of this run' : `${String(left.length)} things are left`);
}
async function closeCheck(runner, env) {
    const id = Number(runner.state('check'));
    if (!Number.isSafeInteger(id) || id <= 0)
        return;
    const { connectGitHub } = await Promise.all(/* import() */[__nccwpck_require__.e(119), __nccwpck_require__.e(419), __nccwpck_require__.e(247)]).then(__nccwpck_require__.bind(__nccwpck_require__, 628));
    const { abandonCheck } = await __nccwpck_require__.e(/* import() */ 904).then(__nccwpck_require__.bind(__nccwpck_require__, 9904));
    const api = connectGitHub({
        token: runner.input('token').trim(),
        apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
        repository: env['GITHUB_REPOSITORY'] ?? '',
        hurry: null,
    });
    const closed = await abandonCheck(api, { id, cancelled: runner.state('cancelled') === 'true' });
    if (closed.kind === 'problem')
        runner.warning(`Clean-up: the check run could not be closed: ${closed.why}`);
    else
        runner.info('The check run is closed');
}


/***/ }),

/***/ 6661:
/***/ ((module, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(module, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _post_main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4327);

process.exit(await (0,_post_main_js__WEBPACK_IMPORTED_MODULE_0__/* .postMain */ .q)(process.env));

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

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

/***/ 481:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:readline");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

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
