export const id = 904;
export const ids = [904];
export const modules = {

/***/ 9904:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  abandonCheck: () => (/* binding */ abandonCheck),
  abandonLostCheck: () => (/* binding */ abandonLostCheck)
});

// UNUSED EXPORTS: completeCheck, conclusionOf, lostCheckOf, openCheck

// EXTERNAL MODULE: ./src/publish/refusal.ts
var refusal = __webpack_require__(2751);
;// CONCATENATED MODULE: ./src/publish/target.ts


function targetOf(plan, facts) {
    const { context, event, publishing } = plan;
    const page = `${context.serverUrl}/${event.repository}/actions/runs/${context.runId}/attempts/${context.runAttempt}`;
    return {
        subject: event,
        name: plan.name,
        check: publishing.check,
        comment: publishing.comment,
        readOnly: readOnlyCause(event, context.ref, facts.actor),
        externalId: facts.label,
        runUrl: context.runId === '0' ? null : page,
        startedAt: facts.startedAt.toISOString(),
        stepCount: plan.steps.length,
    };
}
/** Events that run with the contributor's view of the repository; `pull_request_target` and its like do not. */
const CONTRIBUTOR_EVENTS = new Set([
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
]);
/**
 * A fork's token can't be raised; Dependabot's can, by `permissions:` (GitHub, "Dependabot on GitHub Actions"). A re-run
 * by a person keeps Dependabot's restrictions, so the branch's name counts as much as the actor.
 */
function readOnlyCause(event, ref, actor) {
    if (event.fork && CONTRIBUTOR_EVENTS.has(event.event))
        return 'fork';
    const branches = [ref.replace(/^refs\/heads\//, ''), ...event.pullRequests.map((pull) => pull.headRef)];
    const dependabot = actor === 'dependabot[bot]' || branches.some((branch) => branch.startsWith('dependabot/'));
    return dependabot ? 'dependabot' : null;
}

;// CONCATENATED MODULE: ./src/publish/problem.ts


/** For GITHUB_TOKEN, `issues: write` lets it comment on a pull request as well. */
const PERMISSIONS = {
    'check run': 'checks: write',
    comment: 'pull-requests: write',
    'job summary': null,
    'report file': null,
    outputs: null,
};
function problemOf(attempt, refusal) {
    const cause = causeOf(attempt, refusal);
    // No workflow can raise the token of a fork's pull request.
    const raisable = cause === 'read-only-token' && attempt.readOnly !== 'fork';
    const permission = cause === 'missing-permission' || raisable || cause === 'not-found';
    return {
        kind: 'problem',
        surface: attempt.surface,
        cause,
        what: attempt.what,
        why: sentence(cause, attempt, refusal),
        permission: permission ? PERMISSIONS[attempt.surface] : null,
    };
}
/** A problem that isn't GitHub's: the job summary's file can't be written, say. */
function internalProblem(surface, what, why) {
    return { kind: 'problem', surface, cause: 'internal', what, why, permission: null };
}
/** Personal access tokens can't make check runs whatever their scopes (GitHub REST, "Check runs"). */
function causeOf({ readOnly }, { kind, detail }) {
    if (kind !== 'forbidden')
        return kind;
    if (/authenticate via a github app/i.test(detail))
        return 'no-app-token';
    return readOnly === null ? 'missing-permission' : 'read-only-token';
}
function sentence(cause, attempt, { detail }) {
    switch (cause) {
        case 'read-only-token':
            return attempt.readOnly === 'fork'
                ? "the pull request comes from a fork, and GitHub gives such a run a read-only token; the job's exit status and summary carry the result"
                : 'GitHub gives a run that Dependabot started a read-only token unless the permissions of the workflow raise it';
        case 'missing-permission':
            return `the token may not do that (GitHub says: ${detail}); the permissions of the job decide`;
        case 'no-app-token':
            return "only a GitHub App's token, such as the job's own GITHUB_TOKEN, may write check runs; a personal access token may not";
        case 'unauthorized':
            return `GitHub does not accept the token (${detail}); check the input token`;
        case 'locked':
            return 'the conversation of the pull request is locked for the token; unlock it to get the comment';
        case 'full':
            return 'the pull request has as many comments as GitHub takes';
        case 'not-found':
            return 'GitHub does not find it: it is gone, or the token may not see it';
        case 'no-commit':
            return `the commit is no longer in the repository, as after a force-push (GitHub says: ${detail})`;
        case 'invalid':
            return `GitHub refused the request (${detail})`;
        case 'rate-limited':
            return `GitHub's rate limit for the token is used up (${detail})`;
        case 'server':
            return `GitHub had trouble of its own (${detail})`;
        case 'network':
            return `GitHub could not be reached (${detail})`;
        case 'timeout':
            return `GitHub did not answer in time (${detail})`;
        case 'unreadable':
            return `the answer was not one that GitHub documents (${detail})`;
        case 'internal':
            return detail;
    }
}
/**
 * One line for each different reason, so that a read-only token is told once and not once for every surface. Plain
 * text: where it goes into Markdown it has to be escaped like any other.
 */
function problemLines(problems) {
    const groups = new Map();
    for (const problem of problems)
        groups.set(problem.why, [...(groups.get(problem.why) ?? []), problem]);
    return [...groups].map(([why, group]) => {
        const lost = group.map(({ surface, what }) => `the ${surface} could not be ${what}`).join(', ');
        const permissions = group.flatMap(({ permission }) => permission ?? []);
        const takes = permissions.length === 0 ? '' : ` It takes "${permissions.join('" and "')}".`;
        return `${lost.replace(/^t/, 'T')}: ${why}.${takes} The verdict stands.`;
    });
}

// EXTERNAL MODULE: ./src/domain/errors.ts
var errors = __webpack_require__(241);
;// CONCATENATED MODULE: ./src/publish/publication.ts



function publication_posted({ id, url }, remark = null) {
    return { kind: 'posted', id, url, remark };
}
function publication_skipped(because) {
    return { kind: 'skipped', because };
}
/** The refusal, or a problem for anything else that was thrown, which is then a fault of Confine. */
function publication_problemFrom(attempt, thrown) {
    if (thrown instanceof refusal/* GitHubRefusal */.ke)
        return problemOf(attempt, thrown);
    return internalProblem(attempt.surface, attempt.what, (0,refusal/* oneLine */.TN)((0,errors/* messageOf */.bD)(thrown)));
}
/** Runs what may be refused; a refusal becomes a value. */
async function publication_guarded(attempt, run) {
    try {
        return await run();
    }
    catch (thrown) {
        return publication_problemFrom(attempt, thrown);
    }
}

;// CONCATENATED MODULE: ./src/publish/check-run.ts






const MINIMAL_SUMMARY = "GitHub refused the full report. It is in the job's summary and in the report file of the run.";
/** Creates the check run, in progress, on the head commit. Never throws. */
async function openCheck(api, target) {
    if (!target.check)
        return { kind: 'off' };
    try {
        return { kind: 'open', run: await api.createCheck(newCheck(target, null, runningOutput(target))) };
    }
    catch (thrown) {
        const problem = problemFrom(attemptTo('opened', target), thrown);
        if (!(thrown instanceof GitHubRefusal) || !isPassing(thrown))
            return { kind: 'refused', problem };
        return { kind: 'unsure', problem, maybeThere: thrown.maybeDone };
    }
}
/**
 * Completes the check run. After passing trouble at the start it is looked for by the run's label, for an orphan would
 * stay in progress for ever, and else created as completed. Never throws.
 */
async function completeCheck(api, target, opened, verdict, rendered) {
    if (opened.kind === 'off')
        return skipped('the input check is false');
    if (opened.kind === 'refused')
        return opened.problem;
    const conclusion = conclusionOf(verdict);
    return guarded(attemptTo('completed', target), async () => {
        const id = opened.kind === 'open' ? opened.run.id : await findOrphan(api, target, opened.maybeThere);
        return writeShrinking(rendered, conclusion, (output) => id === null ? api.createCheck(newCheck(target, conclusion, output)) : api.updateCheck(id, { conclusion, output }));
    });
}
const CLOSING = { surface: 'check run', what: 'closed', readOnly: null };
/**
 * For the post step: the action's process ended and left this check run open. One that is completed already stays as it
 * is. Never throws.
 */
async function abandonCheck(api, check) {
    return publication_guarded(CLOSING, async () => {
        const state = await api.getCheck(check.id).catch(() => null);
        return state?.completed === true ? publication_skipped('the check run is completed') : abandon(api, check.id, check.cancelled);
    });
}
/** As `abandonCheck`, for a process that ended before GitHub's answer with the id could reach it. Never throws. */
async function abandonLostCheck(api, lost) {
    return publication_guarded(CLOSING, async () => {
        const run = await findOwn(api, lost);
        return run === null || run.completed
            ? publication_skipped('no check run of this run is open')
            : abandon(api, run.id, lost.cancelled);
    });
}
async function abandon(api, id, cancelled) {
    const conclusion = cancelled ? 'cancelled' : 'failure';
    const summary = "Nothing was verified: the action's process ended before it could finish.";
    return publication_posted(await api.updateCheck(id, { conclusion, output: { title: TITLES[conclusion], summary, text: null } }));
}
/** Green is for a verdict that says verified, and for nothing else. */
function conclusionOf(verdict) {
    if (verdict.cancelled)
        return 'cancelled';
    return verdict.value === 'verified' ? 'success' : 'failure';
}
const TITLES = {
    success: 'Verified',
    failure: 'Not verified',
    cancelled: 'Cancelled',
};
/** A conclusion without its text is worth more than a check run that stays in progress: one more try, with little. */
async function writeShrinking(rendered, conclusion, write) {
    try {
        return posted(await write(rendered));
    }
    catch (thrown) {
        if (!(thrown instanceof GitHubRefusal) || thrown.kind !== 'invalid')
            throw thrown;
        const written = await write({ title: TITLES[conclusion], summary: MINIMAL_SUMMARY, text: null });
        return posted(written, `the check run has a short text only, for GitHub refused the full one: ${thrown.detail}`);
    }
}
/** When looking fails too, creating is still right: of two check runs with one name GitHub counts the newer. */
async function findOrphan(api, target, maybeThere) {
    if (!maybeThere)
        return null;
    const run = await findOwn(api, lostCheckOf(target)).catch(() => null);
    return run?.id ?? null;
}
function lostCheckOf({ subject, name, externalId }) {
    return { headSha: subject.headSha, name, externalId };
}
/** One that is still open comes first: another may have been created as completed beside it. */
async function findOwn(api, { headSha, name, externalId }) {
    const own = (await api.checksOfCommit(headSha, name)).filter((run) => run.externalId === externalId);
    return own.find((run) => !run.completed) ?? own[0] ?? null;
}
function newCheck(target, conclusion, output) {
    return {
        name: target.name,
        headSha: target.subject.headSha,
        externalId: target.externalId,
        detailsUrl: target.runUrl,
        startedAt: target.startedAt,
        output,
        conclusion,
    };
}
function runningOutput({ stepCount }) {
    const steps = stepCount === 1 ? '1 step' : `${stepCount} steps`;
    return { title: 'Running', summary: `Running ${steps}, each in a container of its own.`, text: null };
}
function attemptTo(what, { readOnly }) {
    return { surface: 'check run', what, readOnly };
}


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
