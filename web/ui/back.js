// Going back in the browser closes a dialog instead of leaving the page.
//
// While a dialog is open there is one more entry in the browser's history, for the same address. Going back
// over it closes the dialog; a dialog that is closed otherwise takes the entry with it. That takes a moment,
// so whoever wants to go elsewhere waits for it (`backAgain`).

/** The page's own entry, without a dialog, is on its way. @type {Promise<void> | null} */
let returning = null;

/** Is the entry in front of us one for a dialog? */
function inFront() {
  return history.state?.dialog === true;
}

/** @returns {HTMLDialogElement | undefined} the one on top */
function top() {
  return [...document.querySelectorAll("dialog")].filter(({ open }) => open).pop();
}

/** @param {HTMLDialogElement} dialog that has just been opened */
export function backCloses(dialog) {
  if (returning) returning.then(() => dialog.open && enter());
  else if (!inFront()) enter();
  dialog.addEventListener("close", () => {
    // Where another page has been opened meanwhile, or another dialog, there is nothing to go back from.
    if (inFront() && !top()) goBack();
  });
}

function enter() {
  history.pushState({ dialog: true }, "");
}

function goBack() {
  returning ??= new Promise((resolve) => {
    const there = () => {
      returning = null;
      resolve();
    };
    addEventListener("popstate", there, { once: true });
    history.back();
  });
}

/** Until no dialog is being closed any more. */
export async function backAgain() {
  const closing = [...document.querySelectorAll("dialog")].filter(({ open }) => !open);
  await Promise.all(closing.map((dialog) => new Promise((resolve) => dialog.addEventListener("close", resolve))));
  await returning;
}

addEventListener("popstate", () => {
  if (returning || inFront()) return;
  top()?.close();
  // The one below it is closed by the next step back.
  if (top()) enter();
});
