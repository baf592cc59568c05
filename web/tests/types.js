// What the type check must find. Nobody runs this file; `npm run check` fails as soon as one of these lines is
// let pass.

import { h, s } from "../ui/dom.js";

const button = h("button", { type: "button", onclick: () => {} });
button.disabled = true;
// @ts-expect-error a slip of the pen
button.disbled = true;
// @ts-expect-error not every element has a value
h("p").value = "";
// @ts-expect-error no such element
h("buton");
// @ts-expect-error a listener is a function
h("button", { onclick: "go()" });
// @ts-expect-error drawn elements have no HTML of their own
s("rect").innerText = "";
