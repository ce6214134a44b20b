/// <reference types="trusted-types" />

/** The worker of the site, and those that shrink photos. */
const OWN_SCRIPT = /^\/(assets\/[\w.-]+|sw)\.js$/;

function isOwnScript(url: string): boolean {
  const { origin } = location;
  return OWN_SCRIPT.test(url.startsWith(origin) ? url.slice(origin.length) : url);
}

const only = (isAllowed: (text: string) => boolean) => (text: string) => {
  if (!isAllowed(text)) throw new TypeError('This is neither a script nor markup of ours.');
  return text;
};

/**
 * The server's policy makes browsers ask this before a text becomes markup or the address of a script. React writes
 * an empty text at a place that it leaves alone. A page can have one such policy: if an extension was faster, its own
 * stays, because a second one would throw and the form would not start.
 */
if (window.trustedTypes?.defaultPolicy === null)
  window.trustedTypes.createPolicy('default', {
    createHTML: only((markup) => markup === ''),
    createScriptURL: only(isOwnScript),
  });
