/** The style sheet of every page: light or dark as the system prefers, with one accent color. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --card: #ffffff; --ink: #1d2126; --quiet: #5c646e; --line: #dfe2e6; --accent: #0b6bcb; --on-accent: #ffffff; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --card: #1c2024; --ink: #e6e8ea; --quiet: #9aa3ad; --line: #30363c; --accent: #6cb0f5; --on-accent: #0d1b2a; --wrong: #f2a19a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1, h2, p, ul, ol, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.15rem; }
h2 { font-size: .8rem; font-weight: 600; color: var(--quiet); margin-bottom: .5rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-weight: 400; }
.top { display: flex; flex-wrap: wrap; gap: 0 .9rem; align-items: baseline; padding: .7rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card); }
.top p { font-size: .87rem; }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr) 22rem; gap: 1.75rem; max-width: 84rem; margin: 0 auto; padding: 1.25rem; align-items: start; }
nav a { display: flex; align-items: center; gap: .5rem; padding: .3rem .55rem; border-radius: 6px; color: inherit; text-decoration: none; }
nav a:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); }
nav a[aria-current] { background: color-mix(in srgb, var(--accent) 14%, transparent); font-weight: 600; }
nav .count { margin-left: auto; color: var(--quiet); font-size: .82rem; font-weight: 400; white-space: nowrap; }
.glyph { flex: none; fill: none; stroke: currentColor; stroke-width: 1.4; stroke-linejoin: round; }
.feed-head { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
.credential { font-size: .85rem; margin-bottom: .5rem; }
.toggle { font-size: .85rem; }
.post { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem .95rem; margin-bottom: .7rem; overflow-wrap: anywhere; }
.post header { display: flex; gap: .65rem; align-items: center; font-size: .9rem; line-height: 1.35; }
.post header > div { min-width: 0; flex: 1; }
.post header img { border-radius: 6px; image-rendering: pixelated; }
.post .from { float: right; display: flex; gap: .35rem; align-items: center; }
.post .meta { font-size: .82rem; }
.post .text { margin-top: .5rem; white-space: pre-wrap; }
.post .text:empty { display: none; }
blockquote { margin: .5rem 0 0; padding: .1rem 0 .1rem .7rem; border-left: 2px solid var(--line); font-size: .88rem; }
.post.gone .text, .post.gone .media { opacity: .6; }
.post.gone .text { text-decoration: line-through; text-decoration-thickness: 1px; }
.mark { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35rem; font-size: .78rem; }
.mark.deleted, .mark.hidden { border-color: var(--wrong); color: var(--wrong); }
.card { display: flex; gap: .7rem; align-items: center; margin-top: .6rem; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 6px; font-size: .88rem; }
.poll { margin-top: .6rem; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 6px; font-size: .88rem; }
.settings { list-style: none; margin: .6rem 0 0; padding: 0; font-size: .82rem; }
.poll ul { list-style: none; margin: .3rem 0; padding: 0; display: grid; gap: .3rem; }
.poll li { border: 1px solid var(--line); border-radius: 4px; padding: .2rem .5rem; }
.card img { width: 4rem; height: 3rem; object-fit: cover; border-radius: 4px; }
.media { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .5rem; margin-top: .6rem; }
.media img, .media video { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: contain; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.file a { display: flex; gap: .4rem; align-items: center; overflow-wrap: anywhere; }
.media figcaption { font-size: .78rem; color: var(--quiet); }
.empty { background: var(--card); border: 1px dashed var(--line); border-radius: 8px; padding: 1.1rem; }
.empty p + p { margin-top: .4rem; }
aside section { margin-bottom: 1.5rem; }
aside p { font-size: .88rem; }
form.faults { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem .7rem; margin-bottom: .7rem; }
form.faults .wide, form.faults button { grid-column: 1 / -1; }
label { font-size: .82rem; color: var(--quiet); }
select, input:not([type=radio]), button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .5rem; width: 100%; min-height: 2.1rem; }
select, input { font-size: .88rem; }
button { cursor: pointer; font-weight: 600; font-size: .9rem; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.waiting { font-size: .88rem; margin-bottom: .5rem; }
.requests { font-size: .84rem; border-top: 1px solid var(--line); }
.requests li { padding: .35rem 0; border-bottom: 1px solid var(--line); }
.requests li > div { display: flex; gap: .45rem; align-items: baseline; }
.requests .when { margin-left: auto; color: var(--quiet); white-space: nowrap; font-size: .78rem; }
.requests code { display: block; color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.status { white-space: nowrap; font-weight: 600; }
.status.wrong { color: var(--wrong); }
.consent, .single { max-width: 33rem; margin: 8vh auto 2rem; padding: 0 1.25rem; }
.consent h1, .single h1 { font-size: 1.35rem; line-height: 1.3; margin: .3rem 0 .6rem; }
.eyebrow { font-size: .87rem; color: var(--quiet); margin-bottom: .6rem; }
fieldset { border: 1px solid var(--line); background: var(--card); border-radius: 8px; margin: 1.1rem 0; padding: .3rem .9rem .6rem; }
legend { font-size: .82rem; font-weight: 600; color: var(--quiet); padding: 0 .3rem; }
.choice { display: flex; gap: .6rem; align-items: baseline; padding: .3rem 0; font-size: .95rem; color: var(--ink); cursor: pointer; }
.scopes { display: flex; flex-wrap: wrap; gap: .3rem .9rem; }
.note { margin: 1rem 0; font-size: .9rem; color: var(--quiet); }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: .7rem; }
@media (max-width: 62rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 19rem; gap: 1.1rem; }
  nav { grid-column: 1 / -1; }
  nav h2 { display: none; }
  nav ul { display: flex; gap: .3rem; flex-wrap: wrap; }
  nav a { white-space: nowrap; }
}
@media (max-width: 42rem) {
  .columns { grid-template-columns: minmax(0, 1fr); padding: .8rem; }
  .top { padding: .6rem .8rem; }
  .consent, .single { margin-top: 1.25rem; padding: 0 .9rem; }
}
`;
