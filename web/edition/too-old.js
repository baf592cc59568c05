// Words for browsers that cannot run the page. Written so that they can at least read this.

(function () {
  "use strict";
  var win = /** @type {any} */ (window);
  var able = "noModule" in document.createElement("script")
    && win.WebAssembly && win.Worker && win.DecompressionStream && win.structuredClone && "popover" in HTMLElement.prototype
    && win.CSS && win.CSS.supports && win.CSS.supports("color", "light-dark(red, blue)");
  if (able) return;
  document.addEventListener("DOMContentLoaded", function () {
    document.documentElement.setAttribute("data-too-old", "");
    var words = document.createElement("p");
    words.className = "waiting";
    words.setAttribute("role", "alert");
    words.appendChild(document.createTextNode("This browser is too old for Gridwright. It needs Chrome or Edge 123, Firefox 125, Safari 17.5, or anything newer."));
    document.body.insertBefore(words, document.body.firstChild);
  });
})();
