// How wide the page is, for CSS and JavaScript alike.
//
// A media query cannot take its number from a variable, so each number would stand in every stylesheet and
// here once more. Instead the numbers stand here only, and the root element says what they mean now:
// `data-narrow`, `data-phone`, `data-low`. A stylesheet writes `:where([data-narrow]) { … }`, which weighs as
// much as a media query does: nothing. Style queries of containers would do it without a script, but not in
// every browser yet; and without a script there is no page.

/** Below this many pixels tools do not fit beside a board. */
const NARROW = 860;
/** Below this many not even the names of the views fit beside the page's own. */
const PHONE = 640;
/** So few from top to bottom that tools have to stand beside the board after all. */
const LOW = 480;

export const narrow = matchMedia(`(width < ${NARROW}px)`);

const MEANINGS = {
  "data-narrow": narrow,
  "data-phone": matchMedia(`(width < ${PHONE}px)`),
  "data-low": matchMedia(`(width < ${NARROW}px) and (orientation: landscape) and (height <= ${LOW}px)`),
};

for (const [name, query] of Object.entries(MEANINGS)) {
  const tell = () => document.documentElement.toggleAttribute(name, query.matches);
  query.addEventListener("change", tell);
  tell();
}
