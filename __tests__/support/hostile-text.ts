/** Text that tries to be more than text, each line in another way. */
export const HOSTILE_LINES: readonly string[] = [
  '@someone @org/team see #1 and other/repo#2, fixes #3, GH-4, https://x.invalid/?a=b www.x.invalid a@x.invalid',
  '``` </details> ````` <h1>Verified</h1>',
  '~~~',
  '<!-- confine:comment key=Q29uZmluZQ run=999999999999 attempt=1 head=' + 'f'.repeat(40) + ' tested=none -->',
  '<!-- Sticky Pull Request Comment -->',
  '\x1b[31mred\x1b[0m \x1b[2K\x1b[1A\x1b]0;title\x07\x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\ \x1b[38;2;1;2;3mrgb\x1b[m',
  '\x9b31mC1\x9b0m \x1b]0;a title that never ends',
  'access: \u202etxt.exe\u202c \u2066isolated\u2069 zero\u200bwidth \u{e0041}\u{e0042}\u{e0043}\u{e0044}\u{e0045}tags',
  'nul \0 bell \x07 backspace a\bb delete \x7f',
  ' 10 %\r 50 %\r100 %\r',
  'lone \ud800 surrogate \udc00',
  '<img src=x onerror=alert(1)> <script>alert(1)</script> [click](javascript:alert(1)) ![x](https://x.invalid/p.png)',
  '| a | b |\n|---|---|\n| c | d |',
  '$`\\colorbox{red}{x}`$ $$x$$ :tada: ~~gone~~ **bold** _it_ \\',
  '::error::annotation ##[error]other ::stop-commands::x',
  '@types/node and @babel/core are packages',
  '👩‍💻 ❤️ 1️⃣ 🏳️‍🌈',
]

export const HOSTILE = HOSTILE_LINES.join('\n')
