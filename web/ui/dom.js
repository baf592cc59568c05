// Making elements. Text always becomes text nodes, never markup.

/** `on…` are listeners, `class` and others attributes; `false`, `null` and `undefined` leave an attribute out. @typedef {{ [name: `on${string}`]: (event: any) => unknown, [name: string]: unknown }} Props */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else setAttribute(element, name, value);
  }
  element.append(...children.filter(isThere));
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes ?? {})) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {Node | string | null | undefined | false} child
 * @returns {child is Node | string}
 */
function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}

/** Stroke paths on a 24 × 24 sheet. @type {Record<string, string>} */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  trial: "M6 21V8M6 14c0-4 12-2 12-8M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  check: "m4 13 5 5L20 6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pause: "M8 5v14M16 5v14",
  go: "M7 4.500v15l12-7.500z",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.700 2.200c-.8.500-1.200 1-1.200 2M12 16.800h.01",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500v5M8 14.500v5",
  share: "M12 15V3M7 8l5-5 5 5M5 13v7h14v-7",
  book: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  restart: "M4 4v6h6M5 10a8 8 0 1 1-1 5",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  back: "M11 5l-7 7 7 7M4 12h16",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  print: "M7 9V3h10v6M7 18H4v-8h16v8h-3M7 14h10v7H7z",
  close: "M6 6l12 12M18 6 6 18",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  erase: "M9 5h12v14H9l-6-7zM12 9l6 6M18 9l-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.600 1 1.200 1 2.100h5c0-.9.300-1.500 1-2.100A6 6 0 0 0 12 3z",
  first: "M6 5v14M18 5l-8 7 8 7z",
  before: "M16 5l-8 7 8 7z",
  after: "M8 5l8 7-8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  north: "M12 20V4M6 10l6-6 6 6",
  south: "M12 4v16M6 14l6 6 6-6",
  east: "M4 12h16M14 6l6 6-6 6",
  west: "M20 12H4M10 6l-6 6 6 6",
  grow: "M4 4h11v11H4zM15 20h5v-5M20 20l-6-6",
  mirror: "M12 3v18M8 7 3 17h5zM16 7l5 10h-5z",
  draw: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  dice: "M4 4h16v16H4zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  tag: "M3 3h9l9 9-9 9-9-9zM7.500 7.500h.01",
  keep: "M6 3h12v18l-6-5-6 5z",
  wand: "M4 20 15 9M17.500 3v4M15.500 5h4M20 11v3M18.500 12.500h3M10 3v3M8.500 4.500h3",
  sort: "M7 4v16M3 16l4 4 4-4M14 6h7M14 12h5M14 18h3",
  import: "M12 3v12M7 10l5 5 5-5M4 14v6h16v-6",
  chart: "M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-3",
  compare: "M12 3v18M4 7h4M4 12h4M4 17h4M16 7h4M16 12h4M16 17h4",
};

/**
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** What is longer than its frame can be scrolled with keys, too. @param {HTMLElement} frame */
export function reachable(frame) {
  setAttribute(frame, "tabindex", frame.scrollHeight > frame.clientHeight + 1 ? "0" : null);
}
