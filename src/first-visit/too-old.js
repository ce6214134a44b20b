// oxlint-disable no-var -- ES5, so that every browser runs it
/*
 * Tells a visitor that the browser is too old, and hides the form, because what is typed there would be lost. No other
 * script waits for this one. It looks for two functions that every supported browser has (scripts/baseline.ts):
 * Array.prototype.at came with Chromium 92 and Safari 15.4, and TransformStream with Firefox 102.
 */
(function () {
  if ('at' in Array.prototype && 'TransformStream' in window) return;
  window.isTooOld = true;
  var root = document.getElementById('root');
  if (root) root.style.display = 'none';
  var notice = document.createElement('div');
  notice.setAttribute('role', 'alert');
  notice.style.cssText = 'margin: 2em auto; max-width: 34em; padding: 0 1em; font: 18px/1.5 sans-serif';
  notice.textContent =
    'This browser is too old for this application form: it cannot keep your answers. Please update it, or open this page in a current version of Chrome, Edge, Firefox or Safari.';
  document.body.insertBefore(notice, document.body.firstChild);
})();
