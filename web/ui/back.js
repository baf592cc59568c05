// Going back in the browser closes a dialog instead of leaving the page.
//
// A dialog adds an entry to the browser's history, for the same address. Going back over it closes the
// dialog. A dialog that is closed otherwise leaves its entry behind, for the next dialog; whoever goes back
// over such an entry means the page before, and is taken there.

/** Is the entry that we are at one for a dialog? */
const isOurs = () => history.state?.dialog === true;

/** What the last one was, and where. */
let before = { ours: isOurs(), address: location.href };

function remember() {
  before = { ours: isOurs(), address: location.href };
}

function enter() {
  if (!isOurs()) history.pushState({ dialog: true }, "");
  remember();
}

/** @returns {HTMLDialogElement | undefined} the one on top */
function top() {
  return [...document.querySelectorAll("dialog")].filter(({ open }) => open).pop();
}

/** A dialog has just been opened. */
export function backCloses() {
  enter();
}

addEventListener("hashchange", remember);
addEventListener("popstate", () => {
  const left = before.ours && !isOurs() && before.address === location.href;
  remember();
  if (!left) return;
  const dialog = top();
  if (!dialog) {
    history.back();
    return;
  }
  dialog.close();
  // The one below it is closed by the next step back.
  if (top()) enter();
});
