export const id = 247;
export const ids = [247];
export const modules = {

/***/ 628:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectGitHub: () => (/* binding */ connectGitHub)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 22 modules
var github = __webpack_require__(2413);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(9567);
// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __webpack_require__(241);
// EXTERNAL MODULE: ./src/publish/refusal.ts
var publish_refusal = __webpack_require__(2751);
;// CONCATENATED MODULE: ./src/publish/decode.ts




const id = schemas/* int */.Whr().positive();
const page = schemas/* url */.OZ5({ protocol: /^https?$/ });
const sha = schemas/* string */.YjP().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const check = schemas/* object */.Ikc({
    id,
    html_url: page.nullish(),
    external_id: schemas/* string */.YjP().nullish(),
    status: schemas/* string */.YjP(),
    app: schemas/* object */.Ikc({ slug: schemas/* string */.YjP().nullish() }).nullish(),
})
    .transform((raw) => ({
    id: raw.id,
    url: raw.html_url ?? null,
    externalId: raw.external_id ?? null,
    completed: raw.status === 'completed',
    app: raw.app?.slug ?? null,
}));
const comment = schemas/* object */.Ikc({ id, html_url: page, body: schemas/* string */.YjP().nullish(), user: schemas/* object */.Ikc({ login: schemas/* string */.YjP() }).nullish() })
    .transform((raw) => ({
    id: raw.id,
    url: raw.html_url,
    body: raw.body ?? '',
    author: raw.user?.login ?? null,
}));
const pullRequest = schemas/* object */.Ikc({
    number: id,
    state: schemas/* string */.YjP(),
    head: schemas/* object */.Ikc({ sha }),
    base: schemas/* object */.Ikc({ repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() }),
})
    .transform((raw) => ({
    number: raw.number,
    open: raw.state === 'open',
    headSha: raw.head.sha,
    repository: raw.base.repo?.full_name ?? null,
}));
/** The shapes that GitHub's answers are read as. Fields that Confine doesn't use may be anything. */
const answers = {
    check,
    checks: schemas/* object */.Ikc({ check_runs: schemas/* array */.YOg(check) }).transform((raw) => raw.check_runs),
    comment,
    comments: schemas/* array */.YOg(comment),
    pullRequest,
    pullRequests: schemas/* array */.YOg(pullRequest),
    user: schemas/* object */.Ikc({ login: schemas/* string */.YjP().min(1) }).transform((raw) => raw.login),
};
/** @throws GitHubRefusal `unreadable`, naming the first field that isn't what GitHub documents */
function read(shape, { data }) {
    const result = shape.safeParse(data);
    if (result.success)
        return result.data;
    const [first] = result.error.issues;
    const place = first === undefined || first.path.length === 0 ? 'the answer' : first.path.join('.');
    const detail = (0,publish_refusal/* oneLine */.TN)(`${place}: ${first?.message ?? 'unknown shape'}`);
    throw new publish_refusal/* GitHubRefusal */.ke({ kind: 'unreadable', detail, maybeDone: true, retryAfterMs: null });
}
/** An answer that began and was cut off. */
function lost(detail) {
    return new publish_refusal/* GitHubRefusal */.ke({ kind: 'network', detail, maybeDone: true, retryAfterMs: null });
}
/** The `link` header is GitHub's word on it; a full page without one, as some proxies leave it, may have a next. */
function moreFollows(link, length, pageSize) {
    return link === null ? length >= pageSize : /rel="?next\b/.test(link);
}
/** Errors of a connection that was never made: nothing can have been carried out. */
const NEVER_SENT = new Set([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
]);
const answered = schemas/* object */.Ikc({
    status: schemas/* int */.Whr(),
    message: schemas/* string */.YjP(),
    response: schemas/* object */.Ikc({ headers: schemas/* record */.g1P(schemas/* string */.YjP(), coerce/* string */.Yj()) }),
});
/**
 * Turns whatever the client threw into a refusal. The client reports a broken connection with a made-up status 500, so
 * only an error that carries a response counts as GitHub's own word.
 */
function refusalFrom(thrown, now) {
    if (thrown instanceof publish_refusal/* GitHubRefusal */.ke)
        return thrown;
    const answer = answered.safeParse(thrown);
    if (answer.success) {
        const { status, message, response } = answer.data;
        return (0,publish_refusal/* refusalOf */.Of)({ status, message, headers: response.headers }, now);
    }
    const codes = causes(thrown).map(codeOf);
    return new publish_refusal/* GitHubRefusal */.ke({
        kind: 'network',
        detail: (0,publish_refusal/* oneLine */.TN)((0,errors/* messageOf */.bD)(thrown)),
        maybeDone: !codes.some((code) => NEVER_SENT.has(code)),
        retryAfterMs: null,
    }, { cause: thrown });
}
/** Depth is bounded: a chain of causes can be a ring. */
function causes(thrown) {
    const chain = [];
    for (let next = thrown; next instanceof Error && chain.length < 8; next = next.cause)
        chain.push(next);
    return chain;
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : '';
}

;// CONCATENATED MODULE: ./src/publish/retry.ts

const RETRY_LIMITS = { tries: 3, longestWaitMs: 60_000, patienceMs: 90_000 };
/**
 * Milliseconds to wait before the next try, or `null` when there shall be none. Asking again must be worthwhile (the
 * trouble can pass) and harmless (the request was not carried out, or doing it twice is the same as once).
 */
function waitBefore(refusal, at, limits) {
    if (!(0,publish_refusal/* isPassing */.WG)(refusal) || refusal.kind === 'unreadable')
        return null;
    if (refusal.maybeDone && !at.repeatable)
        return null;
    if (at.triesDone >= limits.tries)
        return null;
    const wait = refusal.retryAfterMs ?? usualWait(refusal, at.triesDone);
    return wait > limits.longestWaitMs || wait > at.patienceLeftMs ? null : wait;
}
/** A secondary limit without `retry-after` wants a minute (GitHub, "Rate limits for the REST API"). */
function usualWait(refusal, triesDone) {
    return refusal.kind === 'rate-limited' ? 60_000 : 1000 * 3 ** (triesDone - 1);
}
/** Runs calls with few, bounded retries; one instance for all calls of a run, since they share their patience. */
function retrier(tools) {
    let patienceLeftMs = tools.limits.patienceMs;
    async function waitOut(refusal, triesDone, repeatable) {
        if (tools.hurried())
            return false;
        const wait = waitBefore(refusal, { triesDone, repeatable, patienceLeftMs }, tools.limits);
        if (wait === null)
            return false;
        patienceLeftMs -= wait;
        return tools.sleep(wait).then(() => true, () => false);
    }
    return async (attempt, repeatable) => {
        for (let triesDone = 1;; triesDone++) {
            const startedAt = tools.now();
            try {
                return await attempt();
            }
            catch (thrown) {
                if (!(thrown instanceof publish_refusal/* GitHubRefusal */.ke))
                    throw thrown;
                patienceLeftMs -= tools.now() - startedAt;
                if (!(await waitOut(thrown, triesDone, repeatable)))
                    throw thrown;
            }
        }
    };
}

;// CONCATENATED MODULE: ./src/publish/octokit-api.ts






const TIMEOUT_MS = 10_000;
/** The runner leaves a cancelled process about ten seconds in all. */
const HURRIED_TIMEOUT_MS = 2500;
const PAGE_SIZE = 100;
const NOT_SENT = { maybeDone: false, retryAfterMs: null };
/** Warnings of the client would land in the job's log between the words of steps. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * The port over `@actions/github`. Heavy to load: import it when something is to be posted. Making it opens no
 * connection and can't fail; an empty token is refused at the first call. Creating is never repeated unless GitHub said
 * that it was not done; all else here has the same effect twice as once.
 */
function connectGitHub(connection) {
    const ask = asker(connection);
    const page = { per_page: PAGE_SIZE };
    return {
        createCheck: async (check) => read(answers.check, await ask('POST check-runs', newCheckBody(check))),
        updateCheck: async (id, { conclusion, output }) => read(answers.check, await ask('PATCH check-runs/{id}', { id, status: 'completed', conclusion, output: outputBody(output) })),
        getCheck: async (id) => read(answers.check, await ask('GET check-runs/{id}', { id })),
        checksOfCommit: async (sha, name) => read(answers.checks, await ask('GET commits/{sha}/check-runs', { ...page, sha, check_name: name, filter: 'all' })),
        listComments: async (number, nth) => {
            const answer = await ask('GET issues/{number}/comments', { ...page, number, page: nth });
            const comments = read(answers.comments, answer);
            return { comments, more: moreFollows(answer.link, comments.length, PAGE_SIZE) };
        },
        createComment: async (number, body) => read(answers.comment, await ask('POST issues/{number}/comments', { number, body })),
        updateComment: async (id, body) => read(answers.comment, await ask('PATCH issues/comments/{id}', { id, body })),
        deleteComment: async (id) => {
            await ask('DELETE issues/comments/{id}', { id });
        },
        getPullRequest: async (number) => read(answers.pullRequest, await ask('GET pulls/{number}', { number })),
        pullRequestsOfCommit: async (sha) => read(answers.pullRequests, await ask('GET commits/{sha}/pulls', { ...page, sha })),
        whoAmI: async () => read(answers.user, await ask('GET /user', {})),
    };
}
function newCheckBody({ conclusion, ...check }) {
    return {
        name: check.name,
        head_sha: check.headSha,
        external_id: check.externalId,
        ...(check.detailsUrl === null ? {} : { details_url: check.detailsUrl }),
        started_at: check.startedAt,
        ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
        output: outputBody(check.output),
    };
}
function outputBody({ title, summary, text }) {
    return text === null ? { title, summary } : { title, summary, text };
}
function asker(connection) {
    const { hurry, timeoutMs = TIMEOUT_MS } = connection;
    const [owner, repo] = connection.repository.split('/');
    const hurried = () => hurry?.aborted ?? false;
    const persist = retrier({
        limits: connection.retry ?? RETRY_LIMITS,
        now: Date.now,
        sleep: connection.sleep ?? ((ms) => (0,promises_.setTimeout)(ms, undefined, hurry === null ? {} : { signal: hurry })),
        hurried,
    });
    const send = sender(connection);
    return (route, params) => {
        const [method = '', path = ''] = route.split(' ');
        const [full, all] = path.startsWith('/')
            ? [route, params]
            : [`${method} /repos/{owner}/{repo}/${path}`, { owner, repo, ...params }];
        const limit = () => (hurried() ? Math.min(timeoutMs, HURRIED_TIMEOUT_MS) : timeoutMs);
        return persist(() => send(full, all, limit()), method !== 'POST');
    };
}
/** One request, bounded in time. The client swallows a body that breaks off and hands on an empty text instead. */
function sender({ token, apiUrl }) {
    let octokit = null;
    return async (route, params, timeoutMs) => {
        const signal = AbortSignal.timeout(timeoutMs);
        try {
            if (token === '')
                throw new publish_refusal/* GitHubRefusal */.ke({ kind: 'unauthorized', detail: 'there is no token', ...NOT_SENT });
            octokit ??= (0,github/* getOctokit */.Q)(token, { baseUrl: apiUrl, log: SILENT });
            const answer = await octokit.request(route, { ...params, request: { signal, log: SILENT } });
            const data = answer.data;
            if (data === '' && answer.status !== 204)
                throw lost('the answer broke off');
            return { data, link: answer.headers.link ?? null };
        }
        catch (thrown) {
            if (!signal.aborted)
                throw refusalFrom(thrown, Date.now());
            const detail = `no answer within ${timeoutMs / 1000} s`;
            throw new publish_refusal/* GitHubRefusal */.ke({ kind: 'timeout', detail, maybeDone: true, retryAfterMs: null }, { cause: thrown });
        }
    };
}
function ignore() { }


/***/ }),

/***/ 2751:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Of: () => (/* binding */ refusalOf),
/* harmony export */   TN: () => (/* binding */ oneLine),
/* harmony export */   WG: () => (/* binding */ isPassing),
/* harmony export */   ke: () => (/* binding */ GitHubRefusal)
/* harmony export */ });
/* harmony import */ var _domain_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(241);

class GitHubRefusal extends _domain_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfineError */ .ru {
    kind;
    detail;
    maybeDone;
    retryAfterMs;
    constructor(facts, options) {
        super('publish', `${facts.kind}: ${facts.detail}`, options);
        this.kind = facts.kind;
        this.detail = facts.detail;
        this.maybeDone = facts.maybeDone;
        this.retryAfterMs = facts.retryAfterMs;
    }
}
const PASSING = new Set(['rate-limited', 'server', 'network', 'timeout', 'unreadable']);
/** Trouble that can be over in a minute, unlike a token that may not write. */
function isPassing(refusal) {
    return PASSING.has(refusal.kind);
}
/**
 * Names the refusal behind an error answer. GitHub says 403 for a token without the right, for rate limits (told apart
 * as its page "Rate limits for the REST API" says), for a locked conversation (renovatebot/renovate#6215) and for one
 * with 2,500 comments (cockpit-project/cockpit#8417); only its words tell the last two.
 *
 * @param now milliseconds since 1970, for headers that name a moment
 */
function refusalOf(answer, now) {
    const kind = kindOf(answer);
    return new GitHubRefusal({
        kind,
        detail: oneLine(answer.message) || `status ${answer.status}`,
        maybeDone: kind === 'server' || kind === 'unreadable',
        retryAfterMs: kind === 'rate-limited' || kind === 'server' ? waitAsked(answer.headers, now) : null,
    });
}
function kindOf({ status, headers, message }) {
    if (status === 401)
        return 'unauthorized';
    if (status === 403 && /\blocked\b/i.test(message))
        return 'locked';
    if (status === 403 && /more than \d+ comments/i.test(message))
        return 'full';
    if (status === 429 || (status === 403 && isRateLimit(headers, message)))
        return 'rate-limited';
    if (status === 403)
        return 'forbidden';
    if (status === 404 || status === 410)
        return 'not-found';
    if (status === 422 && /no commit found/i.test(message))
        return 'no-commit';
    if (status >= 500)
        return 'server';
    return status >= 400 ? 'invalid' : 'unreadable';
}
function isRateLimit(headers, message) {
    if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')
        return true;
    return /rate limit|abuse detection/i.test(message);
}
/** `retry-after` is seconds or a date (RFC 9110, 10.2.3); `x-ratelimit-reset` is seconds since 1970. */
function waitAsked(headers, now) {
    const after = headers['retry-after'];
    if (after !== undefined) {
        const moment = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after);
        if (!Number.isNaN(moment))
            return Math.max(0, moment - now);
    }
    const reset = headers['x-ratelimit-reset'] ?? '';
    const spent = headers['x-ratelimit-remaining'] === '0';
    return spent && /^\d+$/.test(reset) ? Math.max(0, Number(reset) * 1000 - now) : null;
}
/** A foreign text as part of one sentence: no line ends, no control or direction characters, 200 code points. */
function oneLine(text) {
    const flat = text
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
        .replace(/ {2,}/g, ' ')
        .trim();
    const points = Array.from(flat);
    return points.length <= 200 ? flat : `${points.slice(0, 199).join('')}…`;
}


/***/ })

};
