/**
 * Runs inside a prerendered page once all of it is read, before any other script:
 *
 * - it names the page's own path, for whoever came by another one: any unknown path leads to the default route;
 * - it lets in what is near the screen once that itself has been painted, and ends the first look, in which what is far is
 *   laid out later (`src/screens/form-page.css`), for somebody who loads the page again, or comes back to it: they are to
 *   find their place at once;
 * - it notes what is pressed before the script is there, which presses it again (`src/app/first-look.ts`): a button,
 *   the Submit of a card, also by Enter, and, once something has been entered, a link to another page of the form, which
 *   would leave the letters behind. Whoever goes on typing instead has changed their mind;
 * - in a page that is loaded again or come back to, it notes what is entered: whatever else stands in its fields, the
 *   browser has put back there from an earlier time, without an event (`src/app/first-look.ts`).
 *
 * It stands last because a browser paints what it has before it runs a script, which would be a header without its page.
 */
export function earlyScript(path: string): string {
  return `<script>(function(r,n){if(location.pathname!=='${path}')history.replaceState(history.state,'','${path}'+location.search+location.hash);if(!n||n.type!=='navigate'||location.hash)delete r.dataset.firstLook;else requestAnimationFrame(function(){setTimeout(function(){if(r.dataset.firstLook==='')r.dataset.firstLook='near'})});var s={},t;if(n&&n.type!=='navigate')window.entered=s;addEventListener('input',function(e){t=s[String(e.target.name).split('-')[0]]=true;delete window.earlyPress},true);addEventListener('submit',function(e){if(!window.isTakenOver)window.earlyPress=e.submitter},true);addEventListener('click',function(e){if(window.isTakenOver||!e.target.closest)return;var b=e.target.closest('button[type=button]:not([popovertarget]),a[href^="/"]');if(!b)return;if(b.href){if(!t||e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;e.preventDefault()}window.earlyPress=b},true)})(document.documentElement,performance.getEntriesByType('navigation')[0])</script>`;
}
