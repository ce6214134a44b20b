/**
 * Runs inside a prerendered page from its first moment, before any other script:
 *
 * - it marks a first look, of which what is far from the screen is laid out later (`src/screens/form-page.css`);
 *   somebody who loads the page again, or comes back to it, is to find their place at once;
 * - it notes the button that is pressed before the script is there, which presses it again (`src/app/first-look.ts`).
 */
export const EARLY_SCRIPT = `<script>(function(r,n){if(n&&n.type==='navigate'&&!location.hash)r.dataset.firstLook='';addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button[type=button]:not([popovertarget])');if(b&&!window.isTakenOver)window.earlyPress=b},true)})(document.documentElement,performance.getEntriesByType('navigation')[0])</script>`;
