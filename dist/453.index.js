export const id = 453;
export const ids = [453];
export const modules = {

/***/ 1453:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   renderProblems: () => (/* binding */ renderProblems)
/* harmony export */ });
/* harmony import */ var _domain_units_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3503);
/* harmony import */ var _clean_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4264);
/* harmony import */ var _markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4285);



const SHOWN = 50;
const PART = 400;
/** The job summary of a run that ended at its inputs: there is no report then, for there is no plan. */
function renderProblems(problems) {
    const items = problems.slice(0, SHOWN).map(problemLine);
    const left = problems.length - items.length;
    const rest = left === 0 ? [] : [`- and ${String(left)} more, in the log`];
    const heading = `### ❌ Confine · not verified: ${(0,_domain_units_js__WEBPACK_IMPORTED_MODULE_2__/* .plural */ .LS)(problems.length, 'mistake')} in the inputs; no step was run`;
    return `${[heading, '', ...items, ...rest].join('\n')}\n`;
}
function problemLine({ input, expected, got }) {
    const text = (part) => (0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .plain */ .pj)((0,_clean_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cleanTitle */ .cr)(part, PART));
    return `- Input ${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)((0,_clean_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cleanTitle */ .cr)(input, PART))}: expected ${text(expected)}, got ${text(got)}`;
}


/***/ })

};
