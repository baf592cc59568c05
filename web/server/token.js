// The token that opens the server's library and, on a network, the server. It stands in the address that the
// server printed when it was started (#/token/<token>); this browser keeps it, and its requests carry it.

const KEY = "gw:token";

/** For a browser that keeps nothing. @type {string | null} */
let given = null;

/** @param {string} token */
export function keepToken(token) {
  given = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Then it is known until the page is left.
  }
}

/**
 * What a request to this address has to say beside what it asks.
 * @param {string} address
 * @returns {Record<string, string>}
 */
export function keyFor(address) {
  const token = address.startsWith("/api") ? given ?? stored() : null;
  return token ? { authorization: `Bearer ${token}` } : {};
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
