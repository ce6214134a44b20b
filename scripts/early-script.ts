/**
 * Makes a script that runs inside a prerendered page once the whole page is read, before any other script:
 *
 * - It puts the page's own path into the address. The visitor may have come by another path, because any unknown path
 *   leads to the default route.
 * - It ends the first look, in which sections far from the screen are not laid out (`src/screens/form-page.css`).
 *   Sections near the screen follow after the first paint. After a reload or a return to the page, or for an address
 *   with a hash, it ends the first look at once, so that visitors find their place.
 * - It notes what is pressed before the client starts; the client then repeats that press (`src/app/first-look.ts`).
 *   This applies to buttons, and to the Submit of a card, also by Enter. It also applies to links to other pages once
 *   something has been entered: following the link would lose the typed text. If the visitor goes on typing, they
 *   have changed their mind, and the press is dropped.
 * - After a reload or a return, it notes which fields the visitor changes. The browser restores the other fields from
 *   an earlier time, without an event (`src/app/first-look.ts`).
 *
 * The script is at the end of the page. A browser paints what it has read before it runs a script. From a script near
 * the top, that would be a header without its page.
 */
export function earlyScript(path: string): string {
  return `<script>(function(r,n){if(location.pathname!=='${path}')history.replaceState(history.state,'','${path}'+location.search+location.hash);if(!n||n.type!=='navigate'||location.hash)delete r.dataset.firstLook;else requestAnimationFrame(function(){setTimeout(function(){if(r.dataset.firstLook==='')r.dataset.firstLook='near'})});var s={},t;if(n&&n.type!=='navigate')window.entered=s;addEventListener('input',function(e){t=s[String(e.target.name).split('-')[0]]=true;delete window.earlyPress},true);addEventListener('submit',function(e){if(!window.isTakenOver)window.earlyPress=e.submitter},true);addEventListener('click',function(e){if(window.isTakenOver||!e.target.closest)return;var b=e.target.closest('button[type=button]:not([popovertarget]),a[href^="/"]');if(!b)return;if(b.href){if(!t||e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;e.preventDefault()}window.earlyPress=b},true)})(document.documentElement,performance.getEntriesByType('navigation')[0])</script>`;
}
