// Runs before anything is painted, so that a chosen theme does not flash in late.
try {
  const { theme = "auto", contrast = "auto" } = JSON.parse(localStorage.getItem("gw:settings") ?? "{}");
  Object.assign(document.documentElement.dataset, { theme, contrast });
} catch {
  // The browser's own preference then.
}
